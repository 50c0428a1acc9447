import { withTimeout } from '../../async/with-timeout.ts'
import { BadSetting } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { migrate } from '../../postgres/migrate.ts'
import type { Pool } from '../../postgres/pool.ts'
import { closable } from '../closable.ts'
import type { EventStore } from '../event-store.ts'
import { openHeadSignal } from '../head-signal.ts'
import { openSubscriptions } from '../subscriptions.ts'
import { openNotifier } from './notifier.ts'
import { openReader } from './reader.ts'
import { openWatcher } from './watcher.ts'
import { openWriter } from './writer.ts'

type PostgresEventStoreOptions = {
  url: string
  log: Log
  /**
   * Whether to refuse a server that can lose acknowledged data. Default true. Only tests set false:
   * their server runs without fsync for speed.
   */
  requireDurable?: boolean
  /** Timeout of an append in milliseconds. Default 10,000. */
  appendTimeout?: number
  /** Milliseconds after which a silent connection is cut and replaced. Default 5,000. */
  silenceTimeout?: number
}

/**
 * The event log in the schema `event_log` of a Postgres database; creates the schema if it is
 * missing. Any number of processes can use it at the same time, each with up to 10 connections.
 * Throws BadSetting if the server can lose acknowledged data.
 */
export const postgresEventStore = async (
  options: PostgresEventStoreOptions,
): Promise<EventStore> => {
  const { url, log } = options
  const reader = openReader({ url, log })
  try {
    if (options.requireDurable ?? true) await assertDurable(reader.pool)
    await migrate(reader.pool, 'event-log', new URL('./migrations/', import.meta.url))
  } catch (error) {
    await reader.close(1_000)
    throw error
  }
  const headSignal = openHeadSignal()
  const notifier = openNotifier(reader.notify)
  const writer = openWriter({
    url,
    timeout: options.appendTimeout ?? 10_000,
    onWritten: (position) => {
      headSignal.advanceTo(position)
      notifier.tell(position)
    },
  })
  const watcher = openWatcher({
    url,
    log,
    headSignal,
    pollEvery: 500,
    patience: options.silenceTimeout ?? 5_000,
  })
  const subscriptions = openSubscriptions({ read: reader.readAfter, waitFor: headSignal.waitFor })

  return closable({
    append: writer.append,
    readStream: reader.readStream,
    subscribeAll: subscriptions.start,
    headPosition: reader.headPosition,
    health: reader.health,
    close: async () => {
      await Promise.all([subscriptions.stopAll(3_000), writer.close(3_000)])
      watcher.close()
      await withTimeout(500, notifier.idle()).catch(() => {})
      await reader.close(1_000)
    },
  })
}

/**
 * Throws BadSetting if the server can lose commits when its machine crashes. `local` and
 * `remote_write` are safe values of synchronous_commit: they differ only in what standbys must do,
 * after the server's own disk has the commit.
 */
const assertDurable = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
      order by name`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new BadSetting(
    `The Postgres of the event log can lose events that it has acknowledged: turn on ${names}.`,
  )
}
