import { END, excludeSystemEvents } from '@eventstore/db-client'
import { abortableSleep } from '../../async/abortable-sleep.ts'
import { keepRunning } from '../../async/keep-running.ts'
import { throttle } from '../../async/throttle.ts'
import type { Log } from '../../log.ts'
import type { Position } from '../event-store.ts'
import type { HeadSignal } from '../head-signal.ts'
import type { EventStoreClient } from './client.ts'
import type { EventStoreConnection } from './connection.ts'
import { isOfTheLog, positionOf } from './events.ts'

const resubscription = { first: 100, longest: 2_000 }

/**
 * Tracks the head of the log. A live subscription to `$all` reports changes immediately. Polling
 * every `pollEvery` milliseconds finds changes that the subscription missed, for example while it
 * was replaced. Polling also detects a silent server; a subscription alone would wait for it
 * forever. The subscription only wakes the readers; events do not come from it.
 */
export const openEventStoreWatcher = (options: {
  connection: EventStoreConnection
  headPosition: () => Promise<Position>
  headSignal: HeadSignal
  log: Log
  pollEvery: number
}) => {
  const { connection, headSignal } = options
  const closing = new AbortController()
  const { signal } = closing

  const warnThrottled = throttle<unknown>(10_000, (error, suppressed) =>
    options.log.warn({ err: error, suppressed }, 'the event log cannot be watched, trying again'),
  )

  const ask = async () => {
    try {
      headSignal.advanceTo(await options.headPosition())
    } catch (error) {
      if (!signal.aborted) warnThrottled(error)
    }
  }

  const subscribe = async (succeeded: () => void) => {
    const client = connection.client()
    const onConfirmed = () => {
      succeeded()
      // The subscription does not report events that came before it, so ask for the head once.
      void ask()
    }
    try {
      await followAll(client, signal, { onEvent: headSignal.advanceTo, onConfirmed })
    } catch (error) {
      connection.lost(client, error)
      throw error
    }
  }

  const poll = async () => {
    while (!signal.aborted) {
      await ask()
      await abortableSleep(options.pollEvery, signal)
    }
  }

  void keepRunning(signal, subscribe, { onError: warnThrottled, backoff: resubscription })
  void poll()
  return { close: () => closing.abort() }
}

type Reports = { onEvent: (position: Position) => void; onConfirmed: () => void }

/** Opens a live subscription to `$all`. Resolves or rejects when the subscription has ended. */
const followAll = (client: EventStoreClient, signal: AbortSignal, reports: Reports) =>
  new Promise<void>((resolve, reject) => {
    const subscription = client.subscribeToAll({
      fromPosition: END,
      requiresLeader: true,
      // The filter's checkpoints are ignored: they arrive before the events ahead of them have been
      // handled.
      filter: excludeSystemEvents({ checkpointInterval: 1_000 }),
    })
    const cancel = () => {
      subscription.unsubscribe().catch(() => {})
      resolve()
    }
    const over = (error?: unknown) => {
      signal.removeEventListener('abort', cancel)
      if (error instanceof Error) reject(error)
      else resolve()
    }
    signal.addEventListener('abort', cancel)
    subscription.on('error', over)
    subscription.on('end', () => over())
    subscription.on('close', () => over())
    subscription.on('data', ({ event }) => {
      if (event && isOfTheLog(event)) reports.onEvent(positionOf(event))
    })
    subscription.on('confirmation', reports.onConfirmed)
  })
