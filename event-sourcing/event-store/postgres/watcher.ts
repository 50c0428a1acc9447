import { abortableSleep } from '../../async/abortable-sleep.ts'
import { keepRunning } from '../../async/keep-running.ts'
import { withTimeout } from '../../async/with-timeout.ts'
import type { Log } from '../../log.ts'
import type { HeadSignal } from '../head-signal.ts'
import { type DedicatedConnection, openConnection } from './connection.ts'

/**
 * Tracks the head of the log. One connection listens for other processes' notifications. Because
 * notifications can be lost, the watcher also polls every `pollEvery` milliseconds and after each
 * reconnection. Polling also detects a silent server, after `patience` milliseconds.
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

  const watch = async (succeeded: () => void) => {
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
      succeeded()
      await abortableSleep(options.pollEvery, signal)
    }
  }

  void keepRunning(signal, (succeeded) => watch(succeeded).finally(() => connection?.cut()), {
    onError: (error) =>
      options.log.warn({ err: error }, 'the event log cannot be watched, trying again'),
  })

  return {
    close: () => {
      closing.abort()
      connection?.cut()
    },
  }
}
