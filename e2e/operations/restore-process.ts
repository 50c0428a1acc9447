import { openWholeBackup, restoreShop } from '@strand/all-in-one/backup/restore-shop'
import { readBackupSecrets } from '@strand/all-in-one/backup/secrets'
import { silentLog } from '@strand/event-sourcing/log'
import { prepareTables } from '@strand/platform/process/prepare-database'

// Runs as a separate process, for a test that kills it: `restore-process.ts <backup> <places as JSON>`.
const [from = '', into = '{}'] = process.argv.slice(2)
const backup = await openWholeBackup(from)
const secrets = await readBackupSecrets(backup, undefined)
process.stdout.write('restoring\n')
await restoreShop({
  ...backup,
  secrets,
  into: JSON.parse(into),
  prepare: prepareTables,
  log: silentLog,
})
process.stdout.write('restored\n')
