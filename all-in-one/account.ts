import { accountCommand } from '@strand/command-api/accounts/account/command'
import { startService } from '@strand/platform/process/start-up'
import { withShopDatabase } from './embedded/with-database.ts'

// `npm run account -- reset-second-factor <email>`: removes the second factors of an account in
// this machine's shop.
await startService(() =>
  withShopDatabase('account', async (pool) => {
    process.stdout.write(`  ${await accountCommand(pool, process.argv.slice(2), new Date())}\n`)
  }),
)
