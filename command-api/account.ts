import { openLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { startService } from '@strand/platform/process/start-up'
import { accountCommand } from './accounts/account/command.ts'
import { readConfig } from './config.ts'

// Run this as `node command-api/account.ts reset-second-factor <email>`, while command-api is
// running.
await startService(async () => {
  const config = readConfig()
  const log = openLog('account', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand account', max: 2 })
  try {
    process.stdout.write(`${await accountCommand(pool, process.argv.slice(2), new Date())}\n`)
  } finally {
    await pool.end()
  }
})
