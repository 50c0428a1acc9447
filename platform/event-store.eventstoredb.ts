import { BadSetting } from './config.ts'
import { unavailable } from './errors.ts'
import { openEventStoreConnection } from './event-store.eventstoredb.connection.ts'
import { denialIn } from './event-store.eventstoredb.errors.ts'
import { isOfTheLog, recordedEvent } from './event-store.eventstoredb.events.ts'
import { openEventStoreReader } from './event-store.eventstoredb.reader.ts'
import { parseEventStoreUrl } from './event-store.eventstoredb.url.ts'
import { openEventStoreWatcher } from './event-store.eventstoredb.watcher.ts'
import { openEventStoreWriter } from './event-store.eventstoredb.writer.ts'
import { prepareAppend } from './event-store.prepare.ts'
import { openSubscriptions } from './event-store.subscription.ts'
import type { EventStore, Position } from './event-store.ts'
import { openWaiting } from './event-store.waiting.ts'
import type { Log } from './log.ts'
import { within } from './within.ts'

type EventStoreDBOptions = {
  /** A connection string of EventStoreDB, `esdb:` or `esdb+discover:`. */
  url: string
  log: Log
  /** Milliseconds until an append is given up. Default 10,000. */
  appendTimeout?: number
  /** Milliseconds until a read is given up. Default 10,000. */
  readTimeout?: number
  /** Milliseconds until a silent connection is found out and made anew. Default 5,000. */
  silenceTimeout?: number
}

/**
 * The event log in EventStoreDB 22.6 or newer: a position is the commit position of `$all`. Any number
 * of processes may use it at once. Throws BadSetting, which says what to grant, for a user who may
 * not read `$all`, and `Rejected('unavailable')` where the server is away.
 */
export const eventStoreDBEventStore = async (options: EventStoreDBOptions): Promise<EventStore> => {
  const { log, readTimeout = 10_000, silenceTimeout = 5_000 } = options
  const connection = openEventStoreConnection(parseEventStoreUrl(options.url))
  const reader = openEventStoreReader({ connection, timeout: readTimeout })
  try {
    await assertMayReadAll(reader.headPosition)
  } catch (error) {
    await connection.close()
    throw error
  }

  const waiting = openWaiting()
  const writer = openEventStoreWriter({
    connection,
    reader,
    timeout: options.appendTimeout ?? 10_000,
    onWritten: waiting.reached,
  })
  const impatient = openEventStoreReader({
    connection,
    timeout: Math.min(readTimeout, silenceTimeout),
  })
  const watcher = openEventStoreWatcher({
    connection,
    headPosition: impatient.headPosition,
    waiting,
    log,
    pollEvery: 1_000,
  })
  const subscriptions = openSubscriptions({ read: reader.readAfter, waitFor: waiting.waitFor })
  let closing: Promise<void> | undefined

  const close = async () => {
    await Promise.all([subscriptions.stopAll(2_500), within(2_500, writer.idle()).catch(() => {})])
    watcher.close()
    await connection.close()
  }
  const assertOpen = () => {
    if (closing) throw unavailable('The event log', new Error('it was closed'))
  }

  return {
    append: async (stream, events, expected) => {
      const prepared = prepareAppend(stream, events, expected)
      assertOpen()
      return await writer.append(prepared)
    },
    readStream: async (stream) => {
      assertOpen()
      return (await writer.readStream(stream)).filter(isOfTheLog).map(recordedEvent)
    },
    subscribeAll: subscriptions.start,
    headPosition: async () => {
      assertOpen()
      return await reader.headPosition()
    },
    health: async () => {
      assertOpen()
      await reader.health()
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

const assertMayReadAll = async (headPosition: () => Promise<Position>) => {
  try {
    await headPosition()
  } catch (error) {
    const denial = denialIn(error)
    if (denial === 'identity') {
      throw new BadSetting('EVENT_STORE_URL: EventStoreDB knows no such user with that password.')
    }
    if (denial === 'permission') {
      throw new BadSetting(
        'EVENT_STORE_URL: its user may not read $all of EventStoreDB: make it a member of $admins, or write {"$acl":{"$r":["<the user>"]}} as the metadata of the stream $all.',
      )
    }
    throw error
  }
}
