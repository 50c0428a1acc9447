import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from '@strand/event-sourcing/errors'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import { withAdvisoryLock } from '@strand/event-sourcing/postgres/advisory-lock'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import { readCheckpoint } from '@strand/log-proof/tables'
import type { FileStore } from '../files/file-store.ts'
import { copyFiles, type FileInUse, readFileList } from './copy-files.ts'
import {
  type BackedUpFile,
  type Erasures,
  type Manifest,
  nameOfFile,
  openPartWriter,
  type PartWriter,
  readManifest,
  readPart,
  writeManifest,
} from './manifest.ts'
import { assertKnown, noteRun } from './runs.ts'
import { type AddUp, writeSegments } from './segments.ts'
import type { BackupStore } from './store.ts'
import { readKeyIds, writeTables } from './tables.ts'

type BackupOptions = {
  store: BackupStore
  /** A backup uses two connections of this pool. Its role must be able to read every table. */
  pool: Pool
  eventStore: EventStore
  files: Pick<FileStore, 'list' | 'read'>
  filesInUse: () => AsyncIterable<FileInUse>
  /**
   * The shop's secrets, each under its setting's name, for a separate file; null to leave them out.
   */
  secrets: Record<string, string> | null
  addUp: AddUp
}

type Before = { manifest: Manifest; files: BackedUpFile[]; keys: Set<string>; erasures: Erasures }

/**
 * Backs up a running shop as it is at one moment. Keeps the files of an earlier run, adds new
 * events and proofs, and deletes what the shop has erased since. The manifest is written last, so
 * an interrupted run leaves the earlier backup as it was.
 *
 * @returns the new manifest; throws BadSetting with a sentence if the folder has a backup of
 *   another shop, an altered one, or one that is newer than this database
 */
export const takeBackup = (options: BackupOptions): Promise<Manifest> =>
  withAdvisoryLock(options.pool, 'strand backup', async () => {
    const { store } = options
    const before = await readBefore(store)
    await assertKnown(options.pool, before?.manifest)
    const run = (before?.manifest.run ?? 0) + 1
    const writer = openPartWriter(store, logPartsOf(before?.manifest))
    const { moment, ...tables } = await atOneMoment(options, async (connection, moment) => ({
      ...(await writeTables(connection, { writer, run })),
      moment,
      checkpoint: (await readCheckpoint(connection))?.note ?? null,
    }))
    const { checkpoint, ...kept } = tables
    const read = await writeSegments({
      ...options,
      writer,
      to: moment.head,
      before: before?.manifest ?? null,
    })
    if (!read)
      throw new BadSetting(
        'This location has a backup of another event log: choose an empty location for this log',
      )
    const copied = await copyFiles({ ...options, writer, run, before: before?.files ?? [] })
    const manifest: Manifest = {
      format: 1,
      backup: before?.manifest.backup ?? randomUUID(),
      run,
      at: moment.at.toISOString(),
      exact: moment.exact,
      ...kept,
      log: { ...read.log, checkpoint },
      sums: read.sums,
      files: copied.files,
      erasures: `erasures-${run}.json`,
      parts: writer.parts,
    }
    await writeErasures(options, { before, manifest, writer, kept: copied.kept })
    await writeSecrets(options, { manifest, writer })
    if (await noteRun(options.pool, manifest)) manifest.isNoted = true
    await writeManifest(store, { ...manifest, parts: usedParts(manifest, writer) })
    await deleteUnused(store, manifest, copied.kept)
    return manifest
  })

const readBefore = async (store: BackupStore): Promise<Before | null> => {
  const manifest = await readManifest(store)
  if (!manifest) return null
  return {
    manifest,
    files: await readFileList(store, manifest),
    keys: await readKeyIds(store, manifest),
    erasures: await readErasures(store, manifest),
  }
}

export const readErasures = async (store: BackupStore, manifest: Manifest): Promise<Erasures> =>
  JSON.parse((await readPart(store, manifest, manifest.erasures)).toString())

/** The segments of the log are kept from run to run. */
const logPartsOf = (manifest: Manifest | undefined) =>
  Object.fromEntries(
    (manifest?.log.segments ?? []).map((name) => [name, manifest?.parts[name]]),
  ) as Manifest['parts']

/**
 * Lists the keys and files of earlier runs that the shop no longer has, because they were erased.
 */
const writeErasures = async (
  { store }: BackupOptions,
  parts: { before: Before | null; manifest: Manifest; writer: PartWriter; kept: Set<string> },
): Promise<void> => {
  const { before, manifest, writer, kept } = parts
  const keys = await readKeyIds(store, { ...manifest, parts: writer.parts })
  if (keys.size === 0 && (before?.keys.size ?? 0) > 0)
    throw new BadSetting(
      'The shop no longer has any personal keys, but the backup does: nothing was removed from the backup',
    )
  const gone = (known: Iterable<string>, now: Set<string>) =>
    [...known].filter((one) => !now.has(one))
  const erasures: Erasures = {
    keys: [...(before?.erasures.keys ?? []), ...gone(before?.keys ?? [], keys)],
    files: [
      ...(before?.erasures.files ?? []),
      ...gone(before?.files.map(({ key }) => key) ?? [], kept),
    ],
  }
  await writer.write(manifest.erasures, Buffer.from(JSON.stringify(erasures)))
}

const writeSecrets = async (
  { secrets }: BackupOptions,
  { manifest, writer }: { manifest: Manifest; writer: PartWriter },
): Promise<void> => {
  if (!secrets) return
  manifest.secrets = `secrets-${manifest.run}.json`
  await writer.write(manifest.secrets, Buffer.from(`${JSON.stringify(secrets, null, 2)}\n`))
}

/**
 * The parts that the manifest refers to. If the log was moved, earlier segments are not among them.
 */
const usedParts = (manifest: Manifest, { parts }: PartWriter): Manifest['parts'] => {
  const used = new Set([
    ...manifest.log.segments,
    ...Object.values(manifest.tables).flatMap((table) => table.parts),
    ...manifest.files.lists,
    manifest.erasures,
    ...(manifest.secrets ? [manifest.secrets] : []),
  ])
  manifest.parts = Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(name)))
  return manifest.parts
}

/** Deletes the keys and proofs of erased people, and the files of interrupted runs. */
const deleteUnused = async (
  store: BackupStore,
  manifest: Manifest,
  kept: Set<string>,
): Promise<void> => {
  const files = new Set([...kept].map(nameOfFile))
  for await (const name of store.list())
    if (name !== 'manifest.json' && !manifest.parts[name] && !files.has(name))
      await store.delete(name)
}

const tries = 100
const pauseMs = 10

/**
 * Runs `work` in a transaction that sees the database at one moment, with the head of the log at
 * that moment: the head was the same before and after the snapshot. If the log never pauses,
 * `exact` is false, and the head may be a little older than the database.
 */
const atOneMoment = async <T>(
  { pool, eventStore }: { pool: Pool; eventStore: EventStore },
  work: (
    connection: Connection,
    moment: { head: Position; at: Date; exact: boolean },
  ) => Promise<T>,
): Promise<T> => {
  const connection = await pool.connect()
  let failed = true
  try {
    for (let left = tries; ; left--) {
      const head = await eventStore.headPosition()
      await connection.query('begin transaction isolation level repeatable read read only')
      // The transaction sees what was committed when its first statement began.
      const { rows } = await connection.query<{ at: Date }>('select clock_timestamp() as at')
      const exact = (await eventStore.headPosition()) === head
      if (exact || left === 0) {
        const result = await work(connection, { head, at: rows[0]?.at ?? new Date(), exact })
        await connection.query('commit')
        failed = false
        return result
      }
      await connection.query('rollback')
      await sleep(pauseMs)
    }
  } finally {
    connection.release(failed)
  }
}
