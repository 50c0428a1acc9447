import { openLog } from '@strand/event-sourcing/log'
import { startService } from '@strand/platform/process/start-up'
import { verifyAddress } from '@strand/projections/log-proof/verify/address'
import { readArguments } from '@strand/projections/log-proof/verify/arguments'
import { verifyShop } from '@strand/projections/log-proof/verify/run'
import { readSecrets } from './config.ts'
import { withShopDatabase } from './embedded/with-database.ts'

// `npm run verify`: verifies the event log and read models of this machine's shop, running or
// stopped. With `--log`, verifies any log from its published files. Exits with 0 if everything is
// intact.
await startService(async () => {
  const given = readArguments(process.argv.slice(2))
  const write = (text: string) => void process.stdout.write(text)
  const { log } = given
  if (log !== undefined) {
    process.exitCode = await verifyAddress({ ...given, log }, write)
    return
  }
  await withShopDatabase('verify', async (_pool, _isRunning, { url, settings, folder }) => {
    const { personalDataKey, logSigningKey, logWriterKey } = await readSecrets(settings, folder)
    process.exitCode = await verifyShop({
      arguments: given,
      write,
      log: openLog('verify', settings.LOG_LEVEL),
      databaseUrl: url,
      eventStoreUrl: settings.EVENT_STORE_URL ?? url,
      masterKey: personalDataKey,
      signingKeys: logSigningKey,
      writerKey: logWriterKey,
    })
  })
})
