import { keysCommand } from '@strand/command-api/keys/command'
import { openLog } from '@strand/platform/log'
import { openEvents } from '@strand/platform/process/open-events'
import { startService } from '@strand/platform/process/start-up'
import { readSecrets } from './config.ts'
import { withShopDatabase } from './embedded/with-database.ts'

// `npm run keys -- rotate`, on this machine's shop, whether it runs or not.
await startService(() =>
  withShopDatabase('keys', async (pool, _isRunning, { url, settings, folder }) => {
    const log = openLog('keys', settings.LOG_LEVEL)
    const { personalDataKey: masterKey } = await readSecrets(settings, folder)
    const eventStoreUrl = settings.EVENT_STORE_URL ?? url
    const events = await openEvents({
      ...{ pool, log, masterKey, eventStoreUrl, requireDurable: false },
    })
    const write = (line: string) => void process.stdout.write(`  ${line}\n`)
    try {
      write(await keysCommand(process.argv.slice(2), { ...events, pool, masterKey, write }))
    } finally {
      await events.personalData.close()
      await events.eventStore.close()
    }
  }),
)
