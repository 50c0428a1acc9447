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
  signingKeys: SigningKeys
  origin: string
  /** Converts a time in ISO 8601 to the day in the shop's time zone, `YYYY-MM-DD`. */
  dayOf: (instant: string) => string
  now: () => Date
}

export type RunningLogProof = {
  state: () => ProcessorSummary
  /**
   * Throws `Rejected('unavailable')`, with the reason in a sentence, if the follower is not keeping
   * the tree.
   */
  health: () => Promise<void>
  /** Finishes the current batch. Never rejects. */
  stop: () => Promise<void>
}

export const logProofName = 'log-proof'

/**
 * Keeps the tree over the log: each batch of events adds leaves, tiles and a signed checkpoint in
 * one transaction. An event's index is its ordinal in the log, from 0.
 *
 * No event is ever skipped. The follower stops if an event has no canonical JSON, if the log has
 * fewer events than the tree, if the tiles do not give the signed root, or if the key is wrong.
 * `state().problem` then says why, and the shop works without the follower. See decision 236.
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
      // A crash must not lose a checkpoint that someone may already have fetched.
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
    // Only a tree that is being rebuilt from the log can reach a size that was signed before.
    if (tree.size() === signed.size && !tree.root().equals(signed.root))
      throw new Error('The log does not give the root that was signed: run verify')
  }
  await writeTiles(parts.connection, tree.takeChanged())
  await writeEntryTiles(parts.connection, entryTiles)
  await sign(known, parts)
}

/**
 * Keeps `known.keys` up to date. Throws if an event changes the signing key without the signatures
 * of both keys.
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
 * Whether a tree that is being rebuilt has not yet reached the signed checkpoints or the current
 * key.
 */
const isBehind = ({ tree, position, signed, signedFrom }: LoadedTree) =>
  tree.size() < signed.size || position < signedFrom

/**
 * If the first key of `LOG_SIGNING_KEY` is not the key in force, makes a key change that both keys
 * sign; command-api then appends this change to the log. Otherwise null. See decision 236.
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
  // If the clock was set back, a new checkpoint must not replace the earlier day's checkpoint.
  const day = today < signed.day ? signed.day : today
  const root = tree.root()
  const note = signCheckpoint({ size, root }, signer)
  await writeCheckpoint(connection, { day, size, note, signedAt })
  known.signed = { day, size, root }
}

/**
 * Makes the follower resume from the tree's own position, because the tree's row and tiles are
 * written together.
 */
const resumeAt = async (connection: Connection, position: bigint) => {
  await connection.query(
    `insert into public.checkpoint (kind, name, version, position) values ('follower', $1, 0, $2)
     on conflict (kind, name, version) do update set position = excluded.position`,
    [logProofName, String(position)],
  )
}
