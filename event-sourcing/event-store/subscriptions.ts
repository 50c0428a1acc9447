import { abortableSleep } from '../async/abortable-sleep.ts'
import { backoffDelay } from '../async/backoff.ts'
import { withTimeout } from '../async/with-timeout.ts'
import type { Position, RecordedEvent, SubscribeOptions, Subscription } from './event-store.ts'
import { shareTail } from './shared-tail.ts'

const defaultBatchSize = 500
/**
 * The pause, in milliseconds, after waking up twice in a row and finding no event. It prevents a
 * busy loop when the log was restored from a backup and now ends before the known head.
 */
const emptyPause = 100

type Source = {
  /** Up to `limit` events after a position, in log order. */
  read: (after: Position, limit: number) => Promise<RecordedEvent[]>
  /** Resolves when there may be an event after the position, or immediately when aborted. */
  waitFor: (after: Position, signal: AbortSignal) => Promise<void>
}

export const openSubscriptions = (source: Source) => {
  const running = new Set<Subscription>()
  const shared = { ...source, read: shareTail(source.read) }
  let stopped = false
  return {
    start: (options: SubscribeOptions): Subscription => {
      const inner = runSubscription(shared, options)
      const subscription = {
        stop: async () => {
          running.delete(subscription)
          await inner.stop()
        },
      }
      running.add(subscription)
      if (stopped) void subscription.stop()
      return subscription
    },
    /** Waits at most `patience` milliseconds for busy handlers. */
    stopAll: async (patience: number) => {
      stopped = true
      const idle = Promise.all([...running].map((subscription) => subscription.stop()))
      await withTimeout(patience, idle).catch(() => {})
    },
  }
}

/**
 * Reads a batch and delivers it; delivers the next batch only when the handler is done. After a
 * full batch, the next one is read while the handler works: without that, a rebuild takes a tenth
 * longer. If a read or the handler fails, `onDrop` gets the error, and the work is retried after a
 * pause of 0.1 s that doubles up to 5 s. The position advances only after a batch has been handled.
 */
const runSubscription = (source: Source, options: SubscribeOptions): Subscription => {
  const stopping = new AbortController()
  const { signal } = stopping
  const batchSize = options.batchSize ?? defaultBatchSize

  /** Repeats the work until it succeeds; undefined if the subscription is stopped before that. */
  const untilDone = <T>(work: () => Promise<T>) => retry(work, signal, options.onDrop)
  const readAfter = (position: Position) => untilDone(() => source.read(position, batchSize))
  const prefetch = async (position: Position) => {
    const events = await readAfter(position)
    if (events?.length) options.onPrefetch?.(events)
    return events
  }

  const run = async () => {
    let position = options.from
    let prefetched: Promise<RecordedEvent[] | undefined> | undefined
    let wasEmpty = false
    while (!signal.aborted) {
      const events = await (prefetched ?? readAfter(position))
      prefetched = undefined
      const last = events?.at(-1)
      if (events && last) {
        if (events.length === batchSize) prefetched = prefetch(last.position)
        await untilDone(() => options.onBatch(events))
        position = last.position
      } else {
        if (wasEmpty) await abortableSleep(emptyPause, signal)
        await source.waitFor(position, signal)
      }
      wasEmpty = !last
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

const retry = async <T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onError: ((error: unknown) => void) | undefined,
): Promise<T | undefined> => {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return
      try {
        onError?.(error)
      } catch {
        // An error in the error callback must not end the subscription.
      }
      await abortableSleep(backoffDelay(failures), signal)
    }
  }
  return
}
