import path from 'node:path'
import { openLog } from '@strand/event-sourcing/log'
import { startService } from '@strand/platform/process/start-up'
import { backupPlace, readOptions, usages } from './backup/arguments.ts'
import { backUpShop, secretsOf } from './backup/back-up-shop.ts'
import { sayBackedUp } from './backup/summary.ts'
import { folderUrl, readSecrets } from './config.ts'
import { withShopDatabase } from './embedded/with-database.ts'

// `npm run backup -- --to <folder|s3: URL>`: backs up this machine's shop, running or stopped.
await startService(async () => {
  const { to } = readOptions(process.argv.slice(2), ['to'], usages.backup)
  await withShopDatabase('backup', async (_pool, _isRunning, { url, settings, folder }) => {
    const secrets = await readSecrets(settings, folder)
    const manifest = await backUpShop({
      from: {
        databaseUrl: url,
        eventStoreUrl: settings.EVENT_STORE_URL ?? url,
        filesUrl: settings.FILES_URL ?? folderUrl(path.join(folder, 'files')),
      },
      to: backupPlace(to, settings, usages.backup),
      secrets: secretsOf({
        TOKEN_SECRET: secrets.tokenSecret,
        PERSONAL_DATA_KEY: secrets.personalDataKey,
        BANK_LINE_KEY: secrets.bankLineKey,
        LOG_SIGNING_KEY: secrets.logSigningKey,
        LOG_WRITER_KEY: secrets.logWriterKey,
      }),
      log: openLog('backup', settings.LOG_LEVEL),
    })
    sayBackedUp(manifest, '  ')
  })
})
