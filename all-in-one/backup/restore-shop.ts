import { BadSetting } from '@strand/event-sourcing/errors'
import type { Log } from '@strand/event-sourcing/log'
import { type Connection, openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import { type Manifest, readManifest } from '@strand/platform/backup/manifest'
import {
  checkBackup,
  checkSecrets,
  endRestore,
  restoreBackup,
} from '@strand/platform/backup/restore'
import { failMailsUnderWay } from '@strand/platform/backup/restore-tables'
import { type BackupStore, openBackupStore } from '@strand/platform/backup/store'
import { readErasures } from '@strand/platform/backup/take'
import { secretKeys } from '@strand/platform/config'
import { openFiles } from '@strand/platform/files/open'
import { isPostgresUrl } from '@strand/platform/postgres/is-postgres-url'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { prepareDatabase } from '@strand/platform/process/prepare-database'
import { progressLines } from '@strand/platform/progress'
import { catchUp } from './catch-up.ts'
import type { ShopSecrets } from './secrets.ts'

export type ShopUrls = { databaseUrl: string; eventStoreUrl: string; filesUrl: string }

export type RestoreOptions = {
  store: BackupStore
  manifest: Manifest
  into: ShopUrls
  secrets: Pick<ShopSecrets, 'PERSONAL_DATA_KEY' | 'LOG_SIGNING_KEY'>
  /** The place of a newer backup: data that it lists as erased is not restored. */
  newer?: string | undefined
  /** Called with lines about the progress. Default: they are discarded. */
  write?: ((text: string) => void) | undefined
  log: Log
  /** Creates roles and tables. Default: like `npm run migrate`. */
  prepare?: (url: string, parts: Parameters<typeof prepareDatabase>[1]) => Promise<void>
}

/**
 * Opens the newest backup at a place, after checking every file. Throws `BadSetting`.
 *
 * @param options.secrets false if the secrets come from elsewhere; then the backup may lack them
 */
export const openWholeBackup = async (location: string, options = { secrets: true }) => {
  const store = await openBackupStore(location)
  const manifest = await readManifest(store)
  if (!manifest) throw new BadSetting('There is no complete backup at that place')
  await checkBackup(store, manifest, options)
  return { store, manifest }
}

/**
 * Restores a backup with its read models into empty places. Afterwards, only the secrets are
 * missing, and no email has been sent. `restoreBackup` says what an interruption leaves behind.
 */
export const restoreShop = async (options: RestoreOptions): Promise<void> => {
  const { into, log, manifest, store, prepare = prepareDatabase, write = () => {} } = options
  const keys = {
    masterKey: secretKeys.parse(options.secrets.PERSONAL_DATA_KEY),
    signingKeys: secretKeys.parse(options.secrets.LOG_SIGNING_KEY),
  }
  await checkSecrets(store, manifest, keys)
  const keptInPostgres = isPostgresUrl(into.eventStoreUrl)
  await prepare(into.databaseUrl, {
    passwords: {},
    log,
    eventLog: keptInPostgres,
    queue: true,
    packages: [
      {
        packageName: 'command-api',
        folder: new URL('../../command-api/migrations/', import.meta.url),
      },
    ],
  })
  const pool = openPool(into.databaseUrl, {
    log,
    name: 'strand restore',
    statementTimeout: 0,
    max: 20,
  })
  const eventStore = await openEventStore(into.eventStoreUrl, { log, requireDurable: false })
  try {
    await restoreBackup({
      ...options,
      pool,
      eventStore,
      forget,
      takesInOrder: keptInPostgres,
      files: await openFiles(into.filesUrl, { log }),
      erasures: await erasuresOf(options.newer ?? null, options),
      onProgress: progressLines(write, 'events'),
    })
    await catchUp({
      pool,
      eventStore,
      log,
      ...keys,
      onProgress: progressLines(write, 'positions of the read models'),
    })
    await failMailsUnderWay(pool)
    await endRestore(pool, manifest)
    if (manifest.log.events > 0) await analyze(pool)
  } finally {
    await eventStore.close()
    await pool.end()
  }
}

export const keyOf = (base64: string) => Buffer.from(base64, 'base64')

/** New tables have no statistics, and without them, the first queries would scan the tables. */
const analyze = async (pool: Pool): Promise<void> => {
  await pool.query('analyze')
}

const erasuresOf = async (newer: string | null, { store, manifest }: RestoreOptions) => {
  const own = await readErasures(store, manifest)
  if (newer === null) return own
  const other = await openBackupStore(newer)
  const newest = await readManifest(other)
  if (newest?.backup !== manifest.backup)
    throw new BadSetting(
      'The list of erasures is from a different backup: give a later copy of the backup that you restore',
    )
  const later = await readErasures(other, newest)
  return { keys: [...own.keys, ...later.keys], files: [...own.files, ...later.files] }
}

/**
 * Deletes what the shop stores about erased people besides their keys: staff accounts and readings
 * of proofs.
 */
const forget = async (connection: Connection, keyIds: string[]): Promise<void> => {
  const ofErased = `select user_id from public.account where personal ->> 'keyId' = any($1)`
  for (const table of ['totp', 'passkey', 'recovery_code'])
    await connection.query(`delete from public.${table} where user_id in (${ofErased})`, [keyIds])
  await connection.query(`delete from public.account where personal ->> 'keyId' = any($1)`, [
    keyIds,
  ])
  await connection.query(
    `with erased as (
       delete from public.proof_reading where reading ->> 'keyId' = any($1) returning order_id)
     delete from public.proof_reference where order_id in (select order_id from erased)`,
    [keyIds],
  )
}
