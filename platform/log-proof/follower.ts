import { Rejected } from '../errors.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'
import type { Connection } from '../postgres/pool.ts'
import { type ProcessorSummary, summaryOf } from '../processors/projector.ts'
import type { ProcessorOptions } from '../processors/runtime/processor.ts'
import { startProcessor } from '../processors/runtime/start-processor.ts'
import { signCheckpoint } from './checkpoint.ts'
import { leafHashOf } from './leaf.ts'
import { type LoadedTree, loadTree } from './load-tree.ts'
import { signerOf, verifierKey } from './note.ts'
import {
  dropMarksAfter,
  type Mark,
  markEvery,
  prepareLogProofTables,
  writeCheckpoint,
  writeMarks,
  writeTiles,
  writeTree,
} from './tables.ts'

export type LogProofOptions = ProcessorOptions & {
  /** 32 bytes, `LOG_SIGNING_KEY`. */
  signingKey: Buffer
  /** The log's name if it has none yet: `<host of PUBLIC_URL>/api/audit/log`. */
  origin: string
  /** The day of an instant (ISO 8601) in the shop's time zone, as `YYYY-MM-DD`. */
  dayOf: (instant: string) => string
  now: () => Date
}

export type RunningLogProof = {
  state: () => ProcessorSummary
  /** Throws `Rejected('unavailable')` with a sentence while the log is not being proved. */
  health: () => Promise<void>
  /** Finishes the current batch. Never rejects. */
  stop: () => Promise<void>
}

export const logProofName = 'log-proof'

/**
 * Keeps the tree over the log: each batch of events adds its leaves, its tiles and a signed
 * checkpoint in one transaction. The index of an event is its ordinal in the log. Nothing is ever
 * passed over: an event that has no leaf, a log that ends before the tree, tiles that do not give
 * the signed root, or another key stop the follower, and `state().problem` says why, while the shop
 * goes on. Decisions 236 to 238.
 */
export const startLogProof = (options: LogProofOptions): RunningLogProof => {
  const { eventStore, signingKey } = options
  let loaded: LoadedTree | undefined

  const processor = startProcessor(
    {
      kind: 'follower',
      name: logProofName,
      version: 0,
      eventTypes: 'all',
      neverParks: true,
      // A checkpoint that somebody has fetched must not be forgotten in a crash.
      durable: true,
      prepare: async (connection) => {
        await prepareLogProofTables(options.pool)
        const head = await eventStore.headPosition().catch(() => undefined)
        loaded = await loadTree(connection, { signingKey, origin: options.origin, head })
        await resumeAt(connection, loaded.position)
        await dropMarksAfter(connection, loaded.tree.size())
        return { building: false }
      },
      handle: async (events, connection) => {
        if (!loaded) throw new Error('The tree was not loaded')
        await addEvents(loaded, events, { ...options, connection })
      },
      announcement: () => null,
    },
    options,
  )

  return {
    state: () => summaryOf(logProofName, processor.state()),
    health: async () => {
      const { problem } = processor.state()
      if (problem) throw new Rejected('unavailable', problem.reason)
    },
    stop: processor.stop,
  }
}

/** Adds a batch of events to the tree, with their tiles and a checkpoint that covers them. */
const addEvents = async (
  known: LoadedTree,
  events: RecordedEvent[],
  parts: LogProofOptions & { connection: Connection },
) => {
  const { tree, signed } = known
  const marks: Mark[] = []
  for (const event of events) {
    tree.append(leafHashOf(event, tree.size()))
    const { position } = event
    if (tree.size() % markEvery === 0) marks.push({ size: tree.size(), position })
    // Only a tree that is made anew from the log comes past what is signed already.
    if (tree.size() === signed.size && !tree.root().equals(signed.root))
      throw new Error('The log does not give the root that was signed: run verify')
  }
  known.position = events.at(-1)?.position ?? known.position
  await writeTiles(parts.connection, tree.takeChanged())
  await writeMarks(parts.connection, marks)
  await sign(known, parts)
}

const sign = async (
  known: LoadedTree,
  { connection, signingKey, now, dayOf }: LogProofOptions & { connection: Connection },
) => {
  const { tree, origin, signed } = known
  const [size, signer] = [tree.size(), signerOf(origin, signingKey)]
  const stored = { origin, size, position: known.position }
  await writeTree(connection, { ...stored, verifierKey: verifierKey(signer) })
  if (size < signed.size) return
  const signedAt = now()
  const today = dayOf(signedAt.toISOString())
  // A clock that was set back must not replace what an earlier day has kept.
  const day = today < signed.day ? signed.day : today
  const root = tree.root()
  const note = signCheckpoint({ size, root }, signer)
  await writeCheckpoint(connection, { day, size, note, signedAt })
  known.signed = { day, size, root }
}

/** The tree says where it stands: its row and its tiles are written together. */
const resumeAt = async (connection: Connection, position: bigint) => {
  await connection.query(
    `insert into public.checkpoint (kind, name, version, position) values ('follower', $1, 0, $2)
     on conflict (kind, name, version) do update set position = excluded.position`,
    [logProofName, String(position)],
  )
}
