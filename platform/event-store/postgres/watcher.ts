import { abortableSleep } from '../../async/abortable-sleep.ts'
import { backoffDelay } from '../../async/backoff.ts'
import { withTimeout } from '../../async/with-timeout.ts'
import type { Log } from '../../log.ts'
import type { HeadSignal } from '../head-signal.ts'
import { type DedicatedConnection, openConnection } from './connection.ts'

/**
 * Tracks the head of the log on one connection: it listens for notifications of other processes. It
 * also polls every `pollEvery` milliseconds, and at once after each reconnection, because a
 * notification can be lost. The polls also detect a silent server, after `patience` milliseconds.
 */
export const openWatcher = (options: {
  url: string
  log: Log
  headSignal: HeadSignal
  pollEvery: number
  patience: number
}) => {
  const closing = new AbortController()
  const { signal } = closing
  let connection: DedicatedConnection | undefined

  const watch = async () => {
    connection = await openConnection(options.url, {
      name: 'strand event log, wake-ups',
      statementTimeout: options.patience,
    })
    const { client } = connection
    client.on('notification', ({ payload }) => {
      if (payload && /^\d{1,18}$/.test(payload)) options.headSignal.advanceTo(BigInt(payload))
    })
    await withTimeout(options.patience, client.query('listen event_log'))
    while (!signal.aborted) {
      const asked = client.query<{ position: string }>('select position::text from event_log.head')
      const { rows } = await withTimeout(options.patience, asked)
      options.headSignal.advanceTo(BigInt(rows[0]?.position ?? -1))
      failures = 0
      await abortableSleep(options.pollEvery, signal)
    }
  }

  let failures = 0
  const run = async () => {
    while (!signal.aborted) {
      try {
        await watch()
      } catch (error) {
        if (signal.aborted) return
        options.log.warn({ err: error }, 'the event log cannot be watched, trying again')
        await abortableSleep(backoffDelay(++failures), signal)
      } finally {
        connection?.cut()
      }
    }
  }
  void run()

  return {
    close: () => {
      closing.abort()
      connection?.cut()
    },
  }
}
