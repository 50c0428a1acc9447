import { abortableSleep } from '../../async/abortable-sleep.ts'
import { openMutex } from '../../async/mutex.ts'
import type { Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Connection } from '../../postgres/pool.ts'
import { openBatchWriter, relevantEvents } from './batch-writer.ts'
import { openRetries } from './parked-retries.ts'
import type { Processor, ProcessorOptions, ProcessorState } from './processor.ts'

/** Milliseconds between two announcements of events that the processor only skips. */
const announcePause = 20
const tickPause = 1_000
/**
 * Milliseconds for which events coalesce before the next batch, which costs the same few statements
 * however many events it holds. An event after a quiet period does not wait. Users wait for what a
 * projection shows; nobody waits for the moment at which a reactor records its work. Decision 091.
 */
const coalescePause = { projection: 15, reaction: 200 }
/** Batch size in events from which on more events can be read at once. */
const fullBatch = 500
/** Every this many ticks, an idle processor asks the log for its head and checks its connection. */
const ticksAtRest = 5

/**
 * Follows the log from `from` on one connection that holds the processor's lock, until `signal` is
 * aborted (resolves) or anything fails (throws; committed work stays).
 */
export const followLog = async (
  processor: Processor,
  connection: Connection,
  from: Position,
  state: ProcessorState,
  options: ProcessorOptions & { lost: Promise<never>; signal: AbortSignal },
): Promise<void> => {
  const { eventStore, log, signal } = options
  const writer = openBatchWriter(processor, connection, from, state, { signal, log })
  const retries = openRetries({
    ...{ processor: processor, connection, eventStore, writer, state, log },
    ...(options.retryPause === undefined ? {} : { retryPause: options.retryPause }),
  })
  const ended = Promise.withResolvers<void>()
  let over = false
  let announcedAt = 0
  let announcing = false
  let ticks = 0

  const isFull = (events: RecordedEvent[]) => events.length >= (options.batchSize ?? fullBatch)

  const end = (error?: unknown) => {
    over = true
    if (error === undefined) ended.resolve()
    else ended.reject(error)
  }

  // Batches, ticks and announcements share one connection, so they run one at a time.
  const mutex = openMutex()
  const runExclusive = (work: () => Promise<void>): Promise<void> =>
    mutex.runExclusive(async () => {
      if (over) return
      try {
        await work()
      } catch (error) {
        end(error)
      }
    })

  const announce = async () => {
    announcedAt = Date.now()
    const announcement = state.building
      ? null
      : processor.announcement(state.position, state.parked)
    if (announcement) await connection.query(announcement)
  }

  /** Announces at once, or together with the events skipped in the next few milliseconds. */
  const announceSoon = async () => {
    const wait = announcedAt + announcePause - Date.now()
    if (wait <= 0) return announce()
    if (announcing) return
    announcing = true
    setTimeout(() => {
      announcing = false
      void runExclusive(announce)
    }, wait)
  }

  const onBatch = async (delivered: RecordedEvent[]) => {
    const events = delivered.filter(({ position }) => position > state.position)
    const last = events.at(-1)
    if (!last) return
    const announced = await writer.write(events, last)
    if (announced) announcedAt = Date.now()
    else {
      // Events of other types cost no write of their own: readers that wait for their position are
      // notified, and the table follows with the next rows or within a second.
      await writer.save(tickPause)
      await announceSoon()
    }
    // More events follow a full batch: trying to take over now would only slow down the rebuild.
    if (state.building && !isFull(delivered)) await takeOverWhenReady()
  }

  /**
   * Whether the processor is at the log's head, which may keep moving: asked for once a second at
   * most.
   */
  const isAtHead = async () => {
    if (state.position < state.head) return false
    if (Date.now() - state.headAt > tickPause) {
      state.head = await eventStore.headPosition()
      state.headAt = Date.now()
    }
    if (state.position < state.head) return false
    state.caughtUpAt = Date.now()
    return true
  }

  const takeOverWhenReady = async () => {
    const ready = await isAtHead().catch(() => false)
    if (!ready || !(await processor.takeOver?.(connection, state.position))) return
    state.building = false
    await writer.save()
    await announce()
  }

  const tick = async () => {
    ticks++
    if (state.building) await takeOverWhenReady()
    await writer.save(tickPause)
    await retries.round()
    if (ticks % ticksAtRest !== 0) return
    // This also detects in time that the connection, and with it the lock, is silently lost.
    await writer.check()
    const atHead = await isAtHead().catch(() => false)
    if (!state.building) await processor.maintain?.(connection, atHead)
  }

  signal.addEventListener('abort', () => end(), { once: true })
  if (signal.aborted) end()
  options.lost.catch(end)
  await runExclusive(retries.round)
  await runExclusive(state.building ? takeOverWhenReady : announce)
  const timer = setInterval(() => void runExclusive(tick), tickPause)
  const subscription = eventStore.subscribeAll({
    from,
    ...(options.batchSize === undefined ? {} : { batchSize: options.batchSize }),
    onBatch: async (events) => {
      await runExclusive(() => onBatch(events))
      // Do not wait during a rebuild: it would never catch up with the version that it replaces.
      if (!over && !state.building && !isFull(events))
        await abortableSleep(coalescePause[processor.kind], signal)
    },
    onPrefetch: (events) => processor.prefetch?.(relevantEvents(processor, events)),
    onDrop: (error) => log.warn({ err: error }, 'the event log was lost for a moment'),
  })
  try {
    await ended.promise
    await mutex.idle()
    await writer.save()
  } finally {
    over = true
    clearInterval(timer)
    await subscription.stop()
  }
}
