import { backupPlace, readOptions } from '../all-in-one/backup/arguments.ts'
import { backUpShop, secretsOf } from '../all-in-one/backup/back-up-shop.ts'
import { sayBackedUp } from '../all-in-one/backup/summary.ts'
import { openLog } from '../event-sourcing/log.ts'
import { startService } from '../platform/process/start-up.ts'
import { readBackupConfig } from './config.ts'

// `node compose/backup.ts --to <folder|s3: URL>`: backs up a shop of separate services while it
// runs. Signs in as the database's owner, because it reads every table.
const usage = 'Usage: node compose/backup.ts --to FOLDER|s3:URL'

await startService(async () => {
  const { to } = readOptions(process.argv.slice(2), ['to'], usage)
  const config = readBackupConfig()
  const manifest = await backUpShop({
    from: {
      databaseUrl: config.DATABASE_URL,
      eventStoreUrl: config.EVENT_STORE_URL,
      filesUrl: config.FILES_URL,
    },
    to: backupPlace(to, config, usage),
    secrets: secretsOf(config),
    log: openLog('backup', config.LOG_LEVEL),
  })
  sayBackedUp(manifest)
})
