import { runKeysCommand } from '@strand/command-api/keys/run-command'
import { openLog } from '@strand/event-sourcing/log'
import { startService } from '@strand/platform/process/start-up'
import { readSecrets } from './config.ts'
import { withShopDatabase } from './embedded/with-database.ts'

// `npm run keys -- rotate`: moves this machine's shop, running or stopped, to the first key of
// PERSONAL_DATA_KEY.
await startService(() =>
  withShopDatabase('keys', async (pool, _isRunning, { url, settings, folder }) => {
    const { personalDataKey: masterKey } = await readSecrets(settings, folder)
    await runKeysCommand({
      pool,
      log: openLog('keys', settings.LOG_LEVEL),
      masterKey,
      eventStoreUrl: settings.EVENT_STORE_URL ?? url,
      write: (line) => void process.stdout.write(`  ${line}\n`),
    })
  }),
)
