import {
  type LogProofEvent,
  logProofEvents,
  logProofStream,
} from '@strand/contracts/log-proof/events'
import {
  beginning,
  type EventStore,
  type Position,
} from '@strand/event-sourcing/event-store/event-store'
import { readBetween } from '@strand/event-sourcing/event-store/read-between'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { openKeyChain } from '@strand/log-proof/key-chain'
import { isSameKey, openKeyChange, problemWithChange } from '@strand/log-proof/key-change'
import { dataOfChange } from '@strand/log-proof/proof-stream'
import { prepareLogProofTables, readTree } from '@strand/log-proof/tables'
import { bearsMac } from '@strand/log-proof/writer-mac'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import type { Now } from '@strand/platform/clock'
import { withMetadata } from '@strand/platform/http/command-origin'

type Options = {
  eventStore: EventStore
  pool: Pool
  log: Log
  now: Now
  /** A monotonic clock, in milliseconds. */
  elapsed?: () => number
}

/** In milliseconds: the pause between checks until the log has a first checkpoint. */
const pause = 500
/** In milliseconds: the pause between later checks for a change of the signing key. */
const longPause = 2_000
/**
 * In milliseconds: if no event from an earlier release arrives for this long, none of its processes
 * counts as running.
 */
const settlesIn = 60_000

/**
 * Records in the log what the log's proof is based on, because the follower cannot append. After
 * the first checkpoint, records its origin and key, and the index from which every event has a
 * writer's MAC. That index is the size of the tree once the tree contains all events from before
 * this process wrote MACs, and all events that an earlier release has appended since (decision
 * 236). Later, records each change of the signing key.
 */
export const startRecordingProof = (options: Options) => {
  const { pool } = options
  const lastWithoutMac = watchForEarlierRelease(options)
  let isBegun = false
  return repeatRounds(
    async () => {
      isBegun ||= await recordBegun(options, lastWithoutMac)
      if (isBegun) await recordKeyChange(options)
      return isBegun ? longPause : pause
    },
    {
      log: options.log,
      failing: 'the log does not record yet what its proof rests on',
      prepare: () => prepareLogProofTables(pool),
    },
  )
}

/**
 * Returns a function that gives the position of the last event that may lack a MAC. The function
 * returns null while a process of an earlier release may still append, as during a rolling upgrade.
 */
const watchForEarlierRelease = ({ eventStore, elapsed = () => performance.now() }: Options) => {
  let watched: { seen: Position; last: Position; since: number; isNewShop: boolean } | undefined

  return async (): Promise<Position | null> => {
    const head = await eventStore.headPosition()
    if (!watched) {
      const isNewShop = await wasBegunWithMacs(eventStore, head)
      watched = { seen: head, last: head, since: elapsed(), isNewShop }
    }
    const { isNewShop, seen } = watched
    if (isNewShop) return watched.last
    await readBetween(eventStore, seen, head, async (events) => {
      const last = events.findLast((event) => !bearsMac(event))
      if (last && watched) watched = { ...watched, last: last.position, since: elapsed() }
    })
    watched.seen = head
    return elapsed() - watched.since < settlesIn ? null : watched.last
  }
}

const wasBegunWithMacs = async (eventStore: EventStore, head: Position): Promise<boolean> => {
  let isSo = true
  if (head > beginning)
    await readBetween(eventStore, beginning, beginning + 1n, async ([first]) => {
      if (first) isSo = bearsMac(first)
    })
  return isSo
}

/** Appends the proof's first event if possible. Returns whether the log has it. */
const recordBegun = async (
  options: Options,
  lastWithoutMac: () => Promise<Position | null>,
): Promise<boolean> => {
  const { eventStore, pool } = options
  if ((await eventStore.readStream(logProofStream)).length > 0) return true
  const before = await lastWithoutMac()
  const tree = await readTree(pool)
  if (before === null || !tree || tree.position < before) return false
  const { origin, verifierKey, size } = tree
  const data = { origin, verifierKey, macsFrom: size }
  await append(options, { type: 'LogProofBegun', data }, { id: 'log-proof-begun', at: 'no-stream' })
  return true
}

/**
 * Records a change of the signing key that the follower and both keys have signed. A change in the
 * table without these signatures is not trusted. Decision 236.
 */
const recordKeyChange = async (options: Options): Promise<void> => {
  const { keyChange } = (await readTree(options.pool)) ?? {}
  if (!keyChange) return
  const change = openKeyChange(keyChange)
  const events = await options.eventStore.readStream(logProofStream)
  const { keys, wrong } = openKeyChain(events)
  // The log already has the change; the follower that requested it has not seen it yet.
  if (change && isSameKey(change.to, keys.at(-1)?.key ?? change.from)) return
  const problem = problemWithChange(
    keys.map(({ key }) => key),
    change,
  )
  if (wrong || problem || !change) throw new Error(wrong?.what ?? problem ?? undefined)
  const event = { type: 'LogSigningKeyChanged', data: dataOfChange(change) } as const
  await append(options, event, { id: `log-key-${keys.length}`, at: events.length - 1 })
}

/** A conflict means that another process was first. */
const append = (
  { eventStore, now }: Options,
  event: LogProofEvent,
  { id, at }: { id: string; at: number | 'no-stream' },
) => {
  const actor = { kind: 'system', id: 'log-proof' } as const
  const encode = withMetadata(logProofEvents, {
    commandId: id,
    correlationId: id,
    at: now(),
    actor,
  })
  return eventStore.append(logProofStream, [encode(event)], at)
}
