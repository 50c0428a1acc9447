import { chmod, mkdir, readdir, rename, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BadSetting } from '@strand/event-sourcing/errors'
import { openLog } from '@strand/event-sourcing/log'
import { startService } from '@strand/platform/process/start-up'
import { backupPlace, readOptions, restorePlace, usages } from './backup/arguments.ts'
import { openWholeBackup, type RestoreOptions, restoreShop } from './backup/restore-shop.ts'
import { readBackupSecrets, type ShopSecrets } from './backup/secrets.ts'
import { summaryOf } from './backup/summary.ts'
import { folderUrl, readConfig } from './config.ts'
import { startCommandPostgres, unlessEnding } from './embedded/with-database.ts'

// `npm run restore`: restores a backup into an empty data folder, or into an empty database, place
// for files and event log. After an interruption, the command can be repeated.

const secretFiles: Record<keyof ShopSecrets, string> = {
  TOKEN_SECRET: 'token-secret',
  PERSONAL_DATA_KEY: 'personal-data-key',
  BANK_LINE_KEY: 'bank-line-key',
  LOG_SIGNING_KEY: 'log-signing-key',
  LOG_WRITER_KEY: 'log-writer-key',
}

/** The folder has a temporary name until it is complete, so that nobody can start half a shop. */
const restoreFolder = async (
  into: { folder: string; eventStoreUrl?: string | undefined },
  options: Omit<RestoreOptions, 'into'> & { secrets: ShopSecrets },
): Promise<void> => {
  const folder = path.resolve(into.folder)
  const half = `${folder}.restoring`
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new BadSetting(`The folder ${folder} is not empty`)
  await mkdir(half, { recursive: true })
  await chmod(half, 0o755)
  const postgres = await startCommandPostgres(path.join(half, 'postgres'))
  try {
    await restoreShop({
      ...options,
      into: {
        databaseUrl: postgres.url,
        eventStoreUrl: into.eventStoreUrl ?? postgres.url,
        filesUrl: folderUrl(path.join(half, 'files')),
      },
    })
  } catch (error) {
    await unlessEnding()
    throw error
  } finally {
    await postgres.stop()
  }
  for (const [name, file] of Object.entries(secretFiles))
    await writeFile(path.join(half, file), options.secrets[name as keyof ShopSecrets], {
      mode: 0o600,
    })
  await rmdir(folder).catch(() => {})
  await rename(half, folder)
}

await startService(async () => {
  const given = readOptions(
    process.argv.slice(2),
    ['from', 'into', 'log', 'files', 'keys', 'erasures'],
    usages.restore,
  )
  const place = restorePlace(given)
  const backup = await openWholeBackup(backupPlace(given.from, readConfig(), usages.restore), {
    secrets: given.keys === undefined,
  })
  const secrets = await readBackupSecrets(backup, given.keys)
  const log = openLog('restore', 'error')
  const write = (text: string) => void process.stdout.write(text)
  const options = { ...backup, secrets, newer: given.erasures, write, log }
  if ('folder' in place) await restoreFolder(place, options)
  else await restoreShop({ ...options, into: place })
  process.stdout.write(`  Restored as of ${backup.manifest.at}: ${summaryOf(backup.manifest)}\n`)
})
