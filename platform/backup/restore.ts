import { BadSetting } from '@strand/event-sourcing/errors'
import { beginning, type EventStore } from '@strand/event-sourcing/event-store/event-store'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { openCheckpoint } from '@strand/log-proof/checkpoint'
import { signerOf } from '@strand/log-proof/note'
import type { KeyRing } from '../crypto/key-ring.ts'
import { assertMasterKey } from '../crypto/personal-data.ts'
import type { FileStore } from '../files/file-store.ts'
import { readFileList } from './copy-files.ts'
import { linesOf } from './lines.ts'
import { type Erasures, type Manifest, nameOfFile, readChecked, readPart } from './manifest.ts'
import { restoreLog } from './restore-log.ts'
import { type Forget, restoreTables } from './restore-tables.ts'
import { noteRun } from './runs.ts'
import type { BackupStore } from './store.ts'
import { readMigrations } from './tables.ts'

type RestoreTarget = {
  /** Connects as the role that owns the prepared database. */
  pool: Pool
  eventStore: EventStore
  /** Whether the event store executes concurrent appends in the order of the calls. */
  takesInOrder: boolean
  files: Pick<FileStore, 'list' | 'write'>
}

type Options = RestoreTarget & {
  store: BackupStore
  manifest: Manifest
  /** The newest list of erased keys and files, which must not be restored. */
  erasures: Erasures
  forget: Forget
  onProgress: (events: number, of: number) => void
}

/**
 * Creates the tables that backups and restores need, if they are missing. Throws BadSetting if the
 * role may not create tables.
 */
export const prepareBackupTables = (pool: Pool): Promise<void> =>
  migrate(pool, 'backup', new URL('./migrations/', import.meta.url))

/**
 * Reads every file of a backup. Throws BadSetting with the name of the first file that is altered
 * or missing.
 *
 * @param options.secrets false if the file of secrets is kept elsewhere
 */
export const checkBackup = async (
  store: BackupStore,
  manifest: Manifest,
  options: { secrets: boolean },
): Promise<void> => {
  for (const name of Object.keys(manifest.parts))
    if (options.secrets || name !== manifest.secrets) await readPart(store, manifest, name)
  for (const file of await readFileList(store, manifest))
    await readChecked(store, nameOfFile(file.key), file)
}

/**
 * Throws BadSetting if the secrets are not those of the shop in the backup. Called before anything
 * is written, because a restore takes a long time.
 */
export const checkSecrets = async (
  store: BackupStore,
  manifest: Manifest,
  { masterKey, signingKeys }: { masterKey: KeyRing; signingKeys: KeyRing },
): Promise<void> => {
  for (const part of manifest.tables['public.personal_key_check']?.parts ?? [])
    for (const line of await linesOf(await readPart(store, manifest, part)))
      assertMasterKey(
        masterKey,
        Buffer.from(JSON.parse(line).value.slice(2), 'hex'),
        'the shop of this backup',
      )
  const { checkpoint } = manifest.log
  if (checkpoint === null) return
  const [origin = ''] = checkpoint.split('\n')
  const isSigned = signingKeys.some((key) => openCheckpoint(checkpoint, signerOf(origin, key)))
  if (!isSigned)
    throw new BadSetting(
      'LOG_SIGNING_KEY is not the key that signed the backup’s log: set it to that key, or put that key behind the new one',
    )
}

/**
 * Restores a checked backup into an empty shop with prepared tables. An interrupted restore can be
 * repeated with the same backup. Sends nothing. Afterwards, the caller brings read models and
 * reactors up to date, and calls `endRestore`.
 */
export const restoreBackup = async (options: Options): Promise<void> => {
  const { pool, manifest } = options
  await prepareBackupTables(pool)
  await assertSameRelease(pool, manifest)
  await begin(options)
  await restoreLog({ ...options, atOnce: options.takesInOrder ? 500 : 1 })
  await restoreFiles(options)
  await restoreTables(pool, options)
}

const assertSameRelease = async (pool: Pool, { migrations }: Manifest): Promise<void> => {
  const here = await readMigrations(pool)
  const missing = migrations.find((name) => !here.includes(name))
  const added = here.find((name) => !migrations.includes(name))
  if (missing !== undefined || added !== undefined)
    throw new BadSetting(
      `The backup was made by another release (${missing ?? added}): restore it with that one, and then start this one`,
    )
}

/**
 * Claims an empty target, or one that this restore claimed before. Throws BadSetting for any other.
 */
const begin = async ({ pool, eventStore, files, manifest }: Options): Promise<void> => {
  const { rows } = await pool.query<{ backup: string; run: number }>(
    'select backup, run from public.restore',
  )
  const [begun] = rows
  if (begun?.backup === manifest.backup && begun.run === manifest.run) return
  if (begun)
    throw new BadSetting('Another restore into this target was interrupted: empty it first')
  const used = await pool.query(
    'select from public.checkpoint union all select from public.personal_key limit 1',
  )
  if (used.rowCount) throw new BadSetting('The database to restore into is not empty')
  if ((await eventStore.headPosition()) !== beginning)
    throw new BadSetting('The event log to restore into is not empty')
  for await (const _ of files.list())
    throw new BadSetting('The file store to restore into is not empty')
  await pool.query('insert into public.restore (backup, run) values ($1, $2)', [
    manifest.backup,
    manifest.run,
  ])
}

/** Files that exist already are written again, which is cheaper than comparing them. */
const restoreFiles = async ({ store, manifest, files, erasures }: Options): Promise<void> => {
  const erased = new Set(erasures.files)
  for (const file of await readFileList(store, manifest)) {
    if (erased.has(file.key)) continue
    const content = await readChecked(store, nameOfFile(file.key), file)
    await files.write(
      file.key,
      (async function* () {
        yield content
      })(),
    )
  }
}

/** Makes the target a normal shop; its next backup continues from this one. */
export const endRestore = async (pool: Pool, manifest: Manifest): Promise<void> => {
  await noteRun(pool, manifest)
  await pool.query('delete from public.restore')
}
