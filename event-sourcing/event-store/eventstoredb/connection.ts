import type { EndPoint } from '@eventstore/db-client'
import { isTimeoutError, withTimeout } from '../../async/with-timeout.ts'
import { Rejected, unavailable } from '../../errors.ts'
import { EventStoreClient } from './client.ts'
import { isEventStoreUnavailable, isServerTimeout, leaderIn } from './errors.ts'
import type { EventStoreAddress } from './url.ts'

/** Milliseconds that a client must exist before a failure replaces it. */
const shortestLife = 100
/** Shortest timeout in milliseconds whose expiry says something about the connection. */
const shortestSilence = 500
/** Timeout in milliseconds of a call while the server has not answered the latest calls at all. */
const patienceWithSilence = 1_000

type Link = {
  client: EventStoreClient
  bornAt: number
  /** Calls in progress. */
  calls: number
}

/** `signal` aborts when nobody waits for the answer any more. */
type Work<T> = (client: EventStoreClient, signal: AbortSignal) => Promise<T>

export type EventStoreConnection = ReturnType<typeof openEventStoreConnection>

/**
 * Calls to EventStoreDB, each with its own timeout, because the client's deadlines do not apply to
 * reads. A call that gets no answer throws `Rejected('unavailable')` and is not retried; the next
 * call uses a new client, so that no broken or silent connection keeps the log unavailable. A call
 * to a node that is not the leader is repeated on the leader. The old client closes when the last
 * call that it carries has ended.
 *
 * Once a call has timed out, and until another one is answered, calls wait for only one second:
 * otherwise a caller in a queue for something that needs the log would wait for the sum of all
 * timeouts before it. Only calls marked as `probing` keep their full timeout, so that a slow server
 * is not taken for a silent one forever.
 */
export const openEventStoreConnection = (address: EventStoreAddress) => {
  const pending = new Set<(error: Error) => void>()
  let current: Link | undefined
  let leader: EndPoint | undefined
  let closing: Promise<void> | undefined
  let silent = false

  const use = (): Link => {
    current ??= {
      client: new EventStoreClient(address, leader),
      bornAt: performance.now(),
      calls: 0,
    }
    return current
  }

  const replace = (link: Link, error: unknown) => {
    if (link !== current || isServerTimeout(error)) return
    const namedLeader = leaderIn(error)
    if (!namedLeader && performance.now() - link.bornAt < shortestLife) return
    leader = namedLeader
    current = undefined
    if (link.calls === 0) void link.client.close()
  }

  const call = async <T>(longest: number, work: Work<T>, { probing = false } = {}): Promise<T> => {
    const timeout = silent && !probing ? Math.min(longest, patienceWithSilence) : longest
    const begun = performance.now()
    try {
      return await tryOnce(timeout, work)
    } catch (error) {
      const elsewhere = error instanceof Rejected && leaderIn(error.cause)
      if (!elsewhere) throw error
      // Nothing was done: the node has only named the leader.
      return await tryOnce(timeout - (performance.now() - begun), work)
    }
  }

  const tryOnce = async <T>(timeout: number, work: Work<T>): Promise<T> => {
    if (closing) throw unavailable('The event log', new Error('it was closed'))
    const link = use()
    const stopping = new AbortController()
    let giveUp: (error: Error) => void = () => {}
    link.calls++
    try {
      const answer = new Promise<T>((resolve, reject) => {
        giveUp = reject
        pending.add(giveUp)
        work(link.client, stopping.signal).then(resolve, reject)
      })
      const answered = await withTimeout(timeout, answer)
      silent = false
      return answered
    } catch (error) {
      const isSilence = isTimeoutError(error) && timeout >= shortestSilence
      if (isSilence || !isTimeoutError(error)) silent = isSilence
      if (!isEventStoreUnavailable(error)) throw error
      if (isSilence || !isTimeoutError(error)) replace(link, error)
      throw unavailable('The event log', error)
    } finally {
      pending.delete(giveUp)
      stopping.abort()
      link.calls--
      if (link !== current && link.calls === 0) void link.client.close()
    }
  }

  const close = async () => {
    for (const giveUp of pending) giveUp(new DOMException('the log was closed', 'TimeoutError'))
    await current?.client.close()
  }

  return {
    call,
    /** The client for an endless operation, whose owner reports a failure with `lost`. */
    client: () => use().client,
    /** Reports that a client no longer reaches the server. */
    lost: (client: EventStoreClient, error: unknown) => {
      if (current?.client === client && isEventStoreUnavailable(error)) replace(current, error)
    },
    /** Gives up every call in progress and disconnects. Takes at most 2 s. */
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
