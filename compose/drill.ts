import { randomBytes } from 'node:crypto'
import { backupPlace, readOptions } from '../all-in-one/backup/arguments.ts'
import { drillShop } from '../all-in-one/backup/drill-shop.ts'
import { type Log, openLog } from '../event-sourcing/log.ts'
import { openPool } from '../event-sourcing/postgres/pool.ts'
import { keepDrill } from '../platform/backup/last-drill.ts'
import { startService } from '../platform/process/start-up.ts'
import { readBackupConfig } from './config.ts'

// `node compose/drill.ts --from <folder|s3: URL>`: restores the newest backup into a temporary
// database beside the shop's, drops that database, and records the outcome. Exits with 0 if the
// backup is intact.
const usage = 'Usage: node compose/drill.ts --from FOLDER|s3:URL [--keys FILE]'

const openScratch = async (url: string, log: Log) => {
  const name = `strand_drill_${randomBytes(6).toString('hex')}`
  const asOwner = async (sql: string) => {
    const pool = openPool(url, { log, name: 'strand drill', max: 1, statementTimeout: 0 })
    await pool.query(sql).finally(() => pool.end())
  }
  await asOwner(`create database ${name}`)
  const scratch = new URL(url)
  scratch.pathname = `/${name}`
  return { url: scratch.href, drop: () => asOwner(`drop database ${name} with (force)`) }
}

await startService(async () => {
  const { from, keys } = readOptions(process.argv.slice(2), ['from', 'keys'], usage)
  const config = readBackupConfig()
  // Only errors are logged, because connections to a dropped database are cut on purpose.
  const log = openLog('drill', 'error')
  const drill = await drillShop({
    from: backupPlace(from, config, usage),
    keys,
    log,
    write: (text) => void process.stdout.write(text),
    openScratch: () => openScratch(config.DATABASE_URL, log),
  })
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand drill', max: 1 })
  await keepDrill(pool, drill)
  await pool.end()
  process.stdout.write(`${drill.outcome}\n`)
  process.exitCode = drill.whole ? 0 : 1
})
