import { backupPlace, readOptions } from '../all-in-one/backup/arguments.ts'
import { secretsOf } from '../all-in-one/backup/back-up-shop.ts'
import { openWholeBackup, restoreShop } from '../all-in-one/backup/restore-shop.ts'
import { summaryOf } from '../all-in-one/backup/summary.ts'
import { openLog } from '../event-sourcing/log.ts'
import { startService } from '../platform/process/start-up.ts'
import { readBackupConfig } from './config.ts'

// `node compose/restore.ts --from <folder|s3: URL>`: restores a backup before the services start,
// into the empty database, event log and place for files of the settings, with the settings'
// secrets.
const usage = 'Usage: node compose/restore.ts --from FOLDER|s3:URL [--erasures NEWER-BACKUP]'

await startService(async () => {
  const { from, erasures } = readOptions(process.argv.slice(2), ['from', 'erasures'], usage)
  const config = readBackupConfig()
  const backup = await openWholeBackup(backupPlace(from, config, usage), { secrets: false })
  await restoreShop({
    ...backup,
    into: {
      databaseUrl: config.DATABASE_URL,
      eventStoreUrl: config.EVENT_STORE_URL,
      filesUrl: config.FILES_URL,
    },
    secrets: secretsOf(config),
    newer: erasures,
    write: (text) => void process.stdout.write(text),
    log: openLog('restore', config.LOG_LEVEL),
  })
  process.stdout.write(`Restored as of ${backup.manifest.at}: ${summaryOf(backup.manifest)}\n`)
})
