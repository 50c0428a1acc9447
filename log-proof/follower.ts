import { Rejected } from '@strand/event-sourcing/errors'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { type ProcessorSummary, summaryOf } from '@strand/event-sourcing/processors/projector'
import type { ProcessorOptions } from '@strand/event-sourcing/processors/runtime/processor'
import { startProcessor } from '@strand/event-sourcing/processors/runtime/start-processor'
import { signCheckpoint } from './checkpoint.ts'
import { passKeyEvent } from './key-chain.ts'
import { isSameKey, openKeyChange, signKeyChange } from './key-change.ts'
import { leafHashOf } from './leaf.ts'
import { isNotHeld, type LoadedTree, loadTree } from './load-tree.ts'
import { type SigningKeys, verifierKey } from './note.ts'
import { begunBy, proofStream } from './proof-stream.ts'
import {
  dropEntryTilesAfter,
  type EntryTile,
  prepareLogProofTables,
  writeCheckpoint,
  writeEntryTiles,
  writeTiles,
  writeTree,
} from './tables.ts'
import { tileWidth } from './tree.ts'

export type LogProofOptions = ProcessorOptions & {
  /** `LOG_SIGNING_KEY`. */
  signingKeys: SigningKeys
  /** The log's name, if it has none yet: `<host of PUBLIC_URL>/api/audit/log`. */
  origin: string
  /** The day in the shop's time zone (`YYYY-MM-DD`) of a time in ISO 8601. */
  dayOf: (instant: string) => string
  now: () => Date
}

export type RunningLogProof = {
  state: () => ProcessorSummary
  /** Throws `Rejected('unavailable')` with a sentence if the log is not being proved. */
  health: () => Promise<void>
  /** Finishes the current batch. Never rejects. */
  stop: () => Promise<void>
}

export const logProofName = 'log-proof'

/**
 * Maintains the tree over the log: each batch of events adds leaves, tiles and a signed checkpoint
 * in one transaction. An event's index is its ordinal in the log. Nothing is ever skipped: an event
 * that cannot have a leaf, a log that ends before the tree, tiles that do not give the signed root,
 * or a wrong key stop the follower. `state().problem` then says why, and the shop continues without
 * it. See decision 236.
 */
export const startLogProof = (options: LogProofOptions): RunningLogProof => {
  const { eventStore, signingKeys } = options
  let loaded: LoadedTree | undefined

  const processor = startProcessor(
    {
      kind: 'follower',
      name: logProofName,
      version: 0,
      eventTypes: 'all',
      neverParks: true,
      // A checkpoint that someone has fetched must not be lost in a crash.
      durable: true,
      prepare: async (connection) => {
        await prepareLogProofTables(options.pool)
        const head = await eventStore.headPosition().catch(() => undefined)
        const proofEvents = await eventStore.readStream(proofStream)
        const { origin } = options
        loaded = await loadTree(connection, { signingKeys, origin, head, proofEvents })
        await resumeAt(connection, loaded.position)
        if (loaded.tree.size() > 0) {
          loaded.keyChange = proposeChange(loaded)
          await writeTree(connection, rowOf(loaded))
        }
        await dropEntryTilesAfter(connection, loaded.tree.size())
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

/**
 * Adds a batch of events to the tree, together with their tiles and a checkpoint that covers them.
 */
const addEvents = async (
  known: LoadedTree,
  events: RecordedEvent[],
  parts: LogProofOptions & { connection: Connection },
) => {
  const { tree, signed } = known
  const entryTiles: EntryTile[] = []
  for (const event of events) {
    if (tree.size() % tileWidth === 0)
      entryTiles.push({ index: tree.size() / tileWidth, after: known.position })
    known.position = event.position
    known.macsFrom ??= begunBy(event)?.macsFrom ?? null
    passKeys(known, event)
    tree.append(leafHashOf(event, tree.size()))
    // Only a tree that is being rebuilt from the log reaches sizes that have already been signed.
    if (tree.size() === signed.size && !tree.root().equals(signed.root))
      throw new Error('The log does not give the root that was signed: run verify')
  }
  await writeTiles(parts.connection, tree.takeChanged())
  await writeEntryTiles(parts.connection, entryTiles)
  await sign(known, parts)
}

/**
 * Follows changes of the signing key. Throws for a change that has not been signed by both keys.
 */
const passKeys = (known: LoadedTree, event: RecordedEvent) => {
  const passed = passKeyEvent(known.keys, event)
  if (!passed) return
  if ('problem' in passed)
    throw new Error(`Event ${known.tree.size()}: ${passed.problem}. Run verify`)
  known.keys = passed.change ? [...known.keys, passed.key] : [passed.key]
}

const inForceOf = ({ keys, signed }: LoadedTree) => {
  const inForce = keys.at(-1)
  if (!inForce) throw isNotHeld(signed.size)
  return inForce
}

/**
 * Whether a tree that is being rebuilt has not reached the signed checkpoints or the current key
 * yet.
 */
const isBehind = ({ tree, position, signed, signedFrom }: LoadedTree) =>
  tree.size() < signed.size || position < signedFrom

/**
 * If the first key in the setting is not the one in force, makes a change that both keys sign;
 * command-api then appends it to the log. See decision 236.
 */
const proposeChange = (known: LoadedTree): string | null => {
  const { tree, held, keys, keyChange } = known
  const [wanted, inForce] = [held[0], inForceOf(known)]
  const signer = held.find((key) => isSameKey(key, inForce))
  if (!signer || wanted === signer || isBehind(known)) return null
  if (keys.some((key) => isSameKey(key, wanted)))
    throw new Error(
      'LOG_SIGNING_KEY begins with a key that was replaced before: make a new one, or put the one that signs now first',
    )
  // A proposed change may already be on its way into the log.
  const waiting = keyChange === null ? null : openKeyChange(keyChange)
  if (waiting && isSameKey(waiting.from, signer) && isSameKey(waiting.to, wanted)) return keyChange
  return signKeyChange({ size: tree.size(), root: tree.root() }, signer, wanted)
}

const rowOf = (known: LoadedTree) => {
  const { origin, tree, position, macsFrom, keyChange } = known
  const verifying = verifierKey(inForceOf(known))
  return { origin, size: tree.size(), position, macsFrom, keyChange, verifierKey: verifying }
}

const sign = async (
  known: LoadedTree,
  { connection, now, dayOf }: LogProofOptions & { connection: Connection },
) => {
  const { tree, signed } = known
  const size = tree.size()
  known.keyChange = proposeChange(known)
  await writeTree(connection, rowOf(known))
  if (isBehind(known)) return
  const signer = known.held.find((key) => isSameKey(key, inForceOf(known)))
  if (!signer) throw isNotHeld(signed.size)
  const signedAt = now()
  const today = dayOf(signedAt.toISOString())
  // If the clock was set back, the checkpoint of an earlier day must not be replaced.
  const day = today < signed.day ? signed.day : today
  const root = tree.root()
  const note = signCheckpoint({ size, root }, signer)
  await writeCheckpoint(connection, { day, size, note, signedAt })
  known.signed = { day, size, root }
}

/** Resumes from the tree's own position, because its row and its tiles are written together. */
const resumeAt = async (connection: Connection, position: bigint) => {
  await connection.query(
    `insert into public.checkpoint (kind, name, version, position) values ('follower', $1, 0, $2)
     on conflict (kind, name, version) do update set position = excluded.position`,
    [logProofName, String(position)],
  )
}
