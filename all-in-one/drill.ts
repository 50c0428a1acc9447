import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { openLog } from '@strand/event-sourcing/log'
import { keepDrill } from '@strand/platform/backup/last-drill'
import { prepareBackupTables } from '@strand/platform/backup/restore'
import { startService } from '@strand/platform/process/start-up'
import { backupPlace, readOptions, usages } from './backup/arguments.ts'
import { drillShop } from './backup/drill-shop.ts'
import { startCommandPostgres, unlessEnding, withShopDatabase } from './embedded/with-database.ts'

// `npm run drill -- --from <folder|s3: URL>`: restores the newest backup in a throwaway place, and
// records the outcome in the shop's database. Exits with 0 if the backup is intact.
await startService(async () => {
  const { from, keys } = readOptions(process.argv.slice(2), ['from', 'keys'], usages.drill)
  await withShopDatabase('drill', async (pool, _isRunning, { settings }) => {
    const drill = await drillShop({
      from: backupPlace(from, settings, usages.drill),
      keys,
      write: (text) => void process.stdout.write(text),
      // Only errors are logged, because the connections to a throwaway database are cut on purpose.
      log: openLog('drill', 'error'),
      openScratch: async (folder) => {
        // Postgres may run as another user, who needs access to the folder.
        await chmod(folder, 0o755)
        // The database is thrown away, so it need not survive a power cut.
        const postgres = await startCommandPostgres(path.join(folder, 'postgres'), {
          fsync: 'off',
        })
        return { url: postgres.url, drop: postgres.stop }
      },
    })
    await unlessEnding()
    await prepareBackupTables(pool)
    await keepDrill(pool, drill)
    process.stdout.write(`  ${drill.outcome}\n`)
    process.exitCode = drill.whole ? 0 : 1
  })
})
