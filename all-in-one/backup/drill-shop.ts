import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { BadSetting } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import type { DrillOutcome } from '@strand/platform/backup/last-drill'
import { type Manifest, MissingSecrets, readManifest } from '@strand/platform/backup/manifest'
import { openBackupStore } from '@strand/platform/backup/store'
import { secretKeys } from '@strand/platform/config'
import { openFiles } from '@strand/platform/files/open'
import { identifier } from '@strand/platform/postgres/sql'
import { progressLines } from '@strand/platform/progress'
import { verifyShop } from '@strand/projections/log-proof/verify/run'
import { keyOf, openWholeBackup, type RestoreOptions, restoreShop } from './restore-shop.ts'
import { readBackupSecrets } from './secrets.ts'
import { summaryOf } from './summary.ts'
import { sumsOfReadModels } from './sums.ts'

type Scratch = { url: string; drop: () => Promise<void> }

type DrillOptions = {
  from: string
  keys?: string | undefined
  openScratch: (folder: string) => Promise<Scratch>
  prepare?: RestoreOptions['prepare']
  write?: RestoreOptions['write']
  log: Log
}

/**
 * In these tables, the restored rows differ from the backup's, because the processors have
 * continued.
 */
const notCompared = /^public\.(checkpoint|parked_stream|outbox|proof_reading)$|^log_proof\./

/** No database can be created for the drill. */
class NoScratch extends BadSetting {}

/**
 * Restores the newest backup and its read models in a throwaway place, verifies the log and the
 * read models, and compares counts and sums with the backup's. Sends nothing.
 *
 * @returns the outcome in one line. Throws `BadSetting` if there is no backup, if the backup
 *   contains no secrets and none are given, or if no database can be created: these failures say
 *   nothing about the backup
 */
export const drillShop = async (options: DrillOptions): Promise<DrillOutcome> => {
  const started = performance.now()
  const newest = await readManifest(await openBackupStore(options.from))
  if (!newest) throw new BadSetting('There is no complete backup at that place')
  const problem = await findProblem(options).catch((error) => {
    if (error instanceof MissingSecrets || error instanceof NoScratch) throw error
    return error instanceof Error ? error.message : String(error)
  })
  const seconds = Math.round((performance.now() - started) / 1_000)
  const outcome = `Drill of the backup from ${newest.at} (${summaryOf(newest)}), in ${seconds} s: ${problem ?? 'whole'}`
  return { whole: problem === null, outcome, backedUpAt: newest.at }
}

/** Null if everything is correct. */
const findProblem = async (options: DrillOptions): Promise<string | null> => {
  const { log } = options
  const { store, manifest } = await openWholeBackup(options.from, {
    secrets: options.keys === undefined,
  })
  const secrets = await readBackupSecrets({ store, manifest }, options.keys)
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-drill-'))
  try {
    const scratch = await options.openScratch(folder).catch((cause) => {
      throw new NoScratch(`The drill cannot create a database: ${cause.message ?? cause}`)
    })
    try {
      const filesUrl = pathToFileURL(path.join(folder, 'files')).href
      const into = { databaseUrl: scratch.url, eventStoreUrl: scratch.url, filesUrl }
      const { prepare, write = () => {} } = options
      await restoreShop({ store, manifest, into, secrets, write, log, ...(prepare && { prepare }) })
      let said = ''
      const code = await verifyShop({
        ...into,
        log,
        arguments: { afterRestore: false },
        write: (text) => {
          said = text
        },
        onProgress: progressLines(write, 'events verified'),
        masterKey: secretKeys.parse(secrets.PERSONAL_DATA_KEY),
        signingKeys: secretKeys.parse(secrets.LOG_SIGNING_KEY),
        writerKey: keyOf(secrets.LOG_WRITER_KEY),
      })
      if (code !== 0 && manifest.log.checkpoint !== null) return said.trim()
      return await compare(manifest, into, log)
    } finally {
      await scratch.drop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const compare = async (
  manifest: Manifest,
  { databaseUrl, filesUrl }: { databaseUrl: string; filesUrl: string },
  log: Log,
): Promise<string | null> => {
  const pool = openPool(databaseUrl, { log, name: 'strand drill', max: 1, statementTimeout: 0 })
  try {
    return (
      (await compareTables(pool, manifest)) ??
      (await compareSums(pool, manifest)) ??
      (await compareFiles(filesUrl, manifest, log))
    )
  } finally {
    await pool.end()
  }
}

const compareTables = async (pool: Pool, { tables }: Manifest): Promise<string | null> => {
  for (const [table, { rows }] of Object.entries(tables)) {
    if (notCompared.test(table)) continue
    const found = await pool.query<{ count: number }>(
      `select count(*) from ${table.split('.').map(identifier).join('.')}`,
    )
    const count = found.rows[0]?.count
    if (count !== rows) return `table ${table} has ${count} rows; the backup had ${rows}`
  }
  return null
}

const compareSums = async (pool: Pool, { sums }: Manifest): Promise<string | null> => {
  const shown = await sumsOfReadModels(pool)
  const { orders = 0, naira = 0 } = sums
  if (shown.orders === orders && shown.naira === naira) return null
  return `the read models have ${shown.orders} orders worth ₦${shown.naira}; the backup had ${orders} worth ₦${naira}`
}

const compareFiles = async (url: string, { files }: Manifest, log: Log): Promise<string | null> => {
  let [count, bytes] = [0, 0]
  for await (const { size } of (await openFiles(url, { log })).list()) {
    count++
    bytes += size
  }
  return count === files.count && bytes === files.bytes
    ? null
    : `there are ${count} files with ${bytes} bytes; the backup had ${files.count} with ${files.bytes}`
}
