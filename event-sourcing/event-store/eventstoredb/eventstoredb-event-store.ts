import { withTimeout } from '../../async/with-timeout.ts'
import { BadSetting, Rejected } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { closable } from '../closable.ts'
import type { EventStore, Position } from '../event-store.ts'
import { openHeadSignal } from '../head-signal.ts'
import { openSubscriptions } from '../subscriptions.ts'
import { openEventStoreConnection } from './connection.ts'
import { denialIn, mismatchIn } from './errors.ts'
import { isOfTheLog, recordedEvent } from './events.ts'
import { openEventStoreReader } from './reader.ts'
import { parseEventStoreUrl } from './url.ts'
import { openEventStoreWatcher } from './watcher.ts'
import { openEventStoreWriter } from './writer.ts'

type EventStoreDBOptions = {
  url: string
  log: Log
  /** Timeout of an append in milliseconds. Default 10,000. */
  appendTimeout?: number
  /** Timeout of a read in milliseconds. Default 10,000. */
  readTimeout?: number
  /** Milliseconds after which a silent connection is detected and replaced. Default 5,000. */
  silenceTimeout?: number
}

/**
 * The event log in EventStoreDB 22.6 or newer; a position is a commit position in `$all`. Any
 * number of processes can use it at the same time. Throws BadSetting, with advice, if the user may
 * not read `$all` or the server's identity cannot be verified, and `Rejected('unavailable')` if the
 * server is unavailable.
 */
export const eventStoreDBEventStore = async (options: EventStoreDBOptions): Promise<EventStore> => {
  const { log, readTimeout = 10_000, silenceTimeout = 5_000 } = options
  const connection = openEventStoreConnection(parseEventStoreUrl(options.url))
  const reader = openEventStoreReader({ connection, timeout: readTimeout })
  try {
    await assertMayReadAll(reader.headPosition)
  } catch (error) {
    if (!(error instanceof BadSetting)) log.warn({ err: error }, 'the event log cannot be opened')
    await connection.close()
    throw error
  }

  const headSignal = openHeadSignal()
  const writer = openEventStoreWriter({
    connection,
    reader,
    timeout: options.appendTimeout ?? 10_000,
    onWritten: headSignal.advanceTo,
  })
  const probe = openEventStoreReader({
    connection,
    timeout: Math.min(readTimeout, silenceTimeout),
    probing: true,
  })
  const watcher = openEventStoreWatcher({
    connection,
    headPosition: probe.headPosition,
    headSignal,
    log,
    pollEvery: 1_000,
  })
  const subscriptions = openSubscriptions({ read: reader.readAfter, waitFor: headSignal.waitFor })

  return closable({
    append: writer.append,
    readStream: async (stream, fromRevision = 0) =>
      (
        await (fromRevision === 0
          ? writer.readStream(stream)
          : reader.readStream(stream, fromRevision))
      )
        .filter(isOfTheLog)
        .map(recordedEvent),
    subscribeAll: subscriptions.start,
    headPosition: reader.headPosition,
    health: reader.health,
    close: async () => {
      await Promise.all([
        subscriptions.stopAll(2_500),
        withTimeout(2_500, writer.idle()).catch(() => {}),
      ])
      watcher.close()
      await connection.close()
    },
  })
}

const assertMayReadAll = async (headPosition: () => Promise<Position>) => {
  try {
    await headPosition()
  } catch (error) {
    const advice = adviceFor(error)
    throw advice === null ? error : new BadSetting(`EVENT_STORE_URL: ${advice}.`)
  }
}

/** Advice about a failed start, if trying again would fail too; null if trying again may help. */
const adviceFor = (error: unknown): string | null => {
  const denial = denialIn(error)
  if (denial === 'identity') return 'EventStoreDB does not accept that user name and password'
  if (denial === 'permission') {
    return 'its user may not read $all of EventStoreDB: make it a member of $admins, or write {"$acl":{"$r":["<the user>"]}} as the metadata of the stream $all'
  }
  const mismatch = error instanceof Rejected ? mismatchIn(error.cause) : null
  if (mismatch === 'no TLS') return 'EventStoreDB does not use TLS at that address: add ?tls=false'
  if (mismatch === 'certificate') {
    return 'the certificate of EventStoreDB is not trusted, or is not for that host: name the file of its authority with ?tlsCAFile='
  }
  return null
}
