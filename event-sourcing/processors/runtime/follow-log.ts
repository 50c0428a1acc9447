import { abortableSleep } from '../../async/abortable-sleep.ts'
import type { RecordedEvent, Subscription } from '../../event-store/event-store.ts'
import type { CheckpointAdvance } from './checkpoint.ts'
import { type Checkpointer, openCheckpointer } from './checkpointer.ts'
import { commit } from './commit.ts'
import { errorSummary, stackFrames } from './error-summary.ts'
import { isCausedByEvent } from './failure-isolation.ts'
import type { LogGuard } from './log-guard.ts'
import type { Checkpoint } from './log-identity.ts'
import { type Loop, openLoop } from './loop.ts'
import { transition } from './mode.ts'
import { openRetries } from './parked-retries.ts'
import type { ParkedEvent, ParkedSummary } from './parked-streams.ts'
import { handleAndPark, logParked, withoutParked } from './parking.ts'
import { type Lease, relevantEvents } from './processor.ts'
import { traceBatch } from './trace-batch.ts'

const tickPause = 1_000
/**
 * How many milliseconds to collect events for the next batch; a batch costs the same few statements
 * whatever its size. An event after a quiet period does not wait. Users wait for what a projection
 * shows; nobody waits for a reactor or a follower.
 */
// Without these pauses, an order takes a tenth more CPU time, from the request to the last row.
const coalescePause = { projection: 15, reaction: 200, follower: 600 }
/** A batch of this many events is full: there are probably more events to read. */
const fullBatch = 500
/**
 * The number of ticks after which an idle processor asks for the log's head and checks its
 * connection.
 */
const ticksAtRest = 5

type Start = { from: Checkpoint; logGuard: LogGuard }

/**
 * Follows the log from `start.from` on the connection that holds the processor's lock. Resolves
 * when `signal` is aborted; throws when anything fails. Committed work stays.
 */
export const followLog = async (lease: Lease, start: Start): Promise<void> => {
  const parts = openParts(lease, start)
  const { loop, checkpointer, announcer, retryParked } = parts
  await loop.run(retryParked)
  await loop.run(() =>
    lease.state.mode === 'building' ? takeOverWhenReady(lease, parts) : announcer.announce(),
  )
  const timer = startTicks(lease, parts)
  const subscription = subscribe(lease, start, parts)
  try {
    await loop.ended()
    await checkpointer.save()
  } finally {
    clearInterval(timer)
    await subscription.stop()
  }
}

const openParts = (lease: Lease, { from, logGuard }: Start) => {
  const loop = openLoop(lease)
  const checkpointer = openCheckpointer(lease, from)
  return {
    loop,
    logGuard,
    checkpointer,
    announcer: openAnnouncer(lease, loop),
    write: openBatchWriter(lease, checkpointer),
    retryParked: openRetries(lease, checkpointer),
  }
}

type Parts = ReturnType<typeof openParts>

const startTicks = (lease: Lease, parts: Parts): NodeJS.Timeout => {
  const { processor, connection, state } = lease
  const { loop, logGuard, checkpointer, retryParked } = parts
  let ticks = 0
  const tick = async () => {
    ticks++
    await takeOverWhenReady(lease, parts)
    await checkpointer.save(tickPause)
    await retryParked()
    if (ticks % ticksAtRest !== 0) return
    // This check also notices that the connection, and with it the lock, was silently lost.
    await checkpointer.check()
    await logGuard.check(checkpointer.reached())
    const atHead = await isAtHead(lease)
    if (state.mode === 'serving') await processor.maintain?.(connection, atHead)
  }
  return setInterval(() => void loop.run(tick), tickPause)
}

const subscribe = (lease: Lease, { from }: Start, parts: Parts): Subscription => {
  const { processor, state, eventStore, batchSize, signal, log } = lease
  const { loop, logGuard, checkpointer, announcer, write } = parts
  const isFull = (events: RecordedEvent[]) => events.length >= (batchSize ?? fullBatch)

  const onBatch = async (delivered: RecordedEvent[]) => {
    const events = delivered.filter(({ position }) => position > state.position)
    const last = events.at(-1)
    if (!last) return
    await logGuard.checkIfSuspect(checkpointer.reached())
    if (await write(events, last)) announcer.announced()
    else {
      // All events were skipped, so nothing was written. Readers that wait for this position are
      // notified; the checkpoint's row is written with the next rows, or within a second.
      await checkpointer.save(tickPause)
      await announcer.announceSoon()
    }
    // More events follow a full batch; trying to take over now would only slow the rebuild down.
    if (!isFull(delivered)) await takeOverWhenReady(lease, parts)
  }

  return eventStore.subscribeAll({
    from: from.position,
    ...(batchSize === undefined ? {} : { batchSize }),
    onBatch: async (events) => {
      await loop.run(() => onBatch(events))
      // A rebuild does not pause: it would never catch up with the version that it replaces.
      if (!loop.isOver() && state.mode === 'serving' && !isFull(events))
        await abortableSleep(coalescePause[processor.kind], signal)
    },
    onPrefetch: (events) => processor.prefetch?.(relevantEvents(processor, events)),
    onDrop: (error) => {
      logGuard.suspect()
      log.warn({ err: error }, 'the event log was lost for a moment')
    },
  })
}

/** How many milliseconds a known head of the log stays valid. */
const headAge = 1_000

/** Whether the processor was at the log's head a moment ago; false if the head is unknown. */
const isAtHead = async ({ eventStore, state }: Lease): Promise<boolean> => {
  // Ask again even if the known head is far ahead: the log may have been replaced by a shorter one.
  if (Date.now() - state.headAt > headAge) {
    const head = await eventStore.headPosition().catch(() => undefined)
    if (head === undefined) return false
    state.head = head
    state.headAt = Date.now()
  }
  if (state.position < state.head) return false
  state.caughtUpAt = Date.now()
  return true
}

/** Ends a rebuild: at the log's head, this version serves in place of the old one. */
const takeOverWhenReady = async (
  lease: Lease,
  { checkpointer, announcer }: { checkpointer: Checkpointer; announcer: Announcer },
): Promise<void> => {
  const { processor, connection, state } = lease
  if (state.mode !== 'building' || !(await isAtHead(lease))) return
  if (!(await processor.takeOver?.(connection, state.position))) return
  transition(state, 'serving')
  await checkpointer.save()
  await announcer.announce()
}

/** The pause between two announcements of skipped events, in milliseconds. */
const announcePause = 20

/** Notifies other processes of the processor's position, except while it is building. */
const openAnnouncer = ({ processor, connection, state }: Lease, loop: Loop) => {
  let announcedAt = 0
  let scheduled = false

  const announce = async () => {
    announcedAt = Date.now()
    const announcement =
      state.mode === 'building' ? null : processor.announcement(state.position, state.parked)
    if (announcement) await connection.query(announcement)
  }

  return {
    announce,
    /** Announces immediately, or within a few milliseconds together with other skipped events. */
    announceSoon: async () => {
      const wait = announcedAt + announcePause - Date.now()
      if (wait <= 0) return announce()
      if (scheduled) return
      scheduled = true
      setTimeout(() => {
        scheduled = false
        void loop.run(announce)
      }, wait)
    },
    announced: () => {
      announcedAt = Date.now()
    },
  }
}

type Announcer = ReturnType<typeof openAnnouncer>

/** The pauses, in milliseconds, before retries of a batch that cannot be applied. */
const pausesBetweenTries = [50, 250, 1_000]
/**
 * If a stream was parked in the last minute, the next failing batch is not retried before its bad
 * event is parked. This keeps a series of bad events from delaying everything else; parked events
 * are retried anyway.
 */
const parkAtOnceWindow = 60_000

type Batch = { wanted: RecordedEvent[]; passed: CheckpointAdvance }

/**
 * Writes the results of events together with the checkpoint. Parks a stream at an event that cannot
 * be applied, and skips the stream's later events.
 *
 * @returns a function that returns true if it committed and announced the position, and false if
 *   all events were skipped
 */
const openBatchWriter = (lease: Lease, checkpointer: Checkpointer) => {
  const { processor, connection, state, signal, log } = lease
  let parkedAt = Number.NEGATIVE_INFINITY

  const commitBatch = ({ wanted, passed }: Batch, handle: () => Promise<ParkedSummary>) =>
    commit(lease, passed.position, async () => {
      if (wanted.some(({ type }) => processor.durableTypes?.includes(type)))
        await connection.query('set local synchronous_commit = on')
      await checkpointer.move(passed)
      return handle()
    })

  const commitWhole = (batch: Batch) =>
    commitBatch(batch, async () => {
      await processor.handle(batch.wanted, connection)
      return state.parked
    })

  const commitAndPark = async (batch: Batch): Promise<ParkedEvent[]> => {
    let culprits: ParkedEvent[] = []
    await commitBatch(batch, async () => {
      const handled = await handleAndPark(lease, batch.wanted)
      culprits = handled.culprits
      return handled.parked
    })
    if (culprits.length > 0) parkedAt = Date.now()
    logParked(lease, culprits)
    return culprits
  }

  const commitWithRetries = async (batch: Batch): Promise<ParkedEvent[]> => {
    const pauses = Date.now() - parkedAt < parkAtOnceWindow ? [] : pausesBetweenTries
    for (let tries = 0; ; tries++) {
      try {
        await commitWhole(batch)
        return []
      } catch (error) {
        if (!isCausedByEvent(error) || processor.neverParks || signal.aborted) throw error
        const wait = pauses[tries]
        const details = { reason: errorSummary(error), stack: stackFrames(error) }
        log.warn(details, 'a batch cannot be applied')
        if (wait === undefined) return commitAndPark(batch)
        await abortableSleep(wait, signal)
      }
    }
  }

  return async (events: RecordedEvent[], last: RecordedEvent): Promise<boolean> => {
    const wanted = await withoutParked(lease, relevantEvents(processor, events))
    if (wanted.length === 0) {
      checkpointer.skip(events, last)
      return false
    }
    const passed = checkpointer.advanceOver(events, last)
    const traced = traceBatch(lease, wanted)
    traced(await commitWithRetries({ wanted, passed }))
    checkpointer.moved(passed)
    return true
  }
}
