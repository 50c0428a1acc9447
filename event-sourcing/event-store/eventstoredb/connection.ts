import type { EndPoint } from '@eventstore/db-client'
import { isTimeoutError, withTimeout } from '../../async/with-timeout.ts'
import { Rejected, unavailable } from '../../errors.ts'
import { EventStoreClient } from './client.ts'
import { isEventStoreUnavailable, isServerTimeout, leaderIn } from './errors.ts'
import type { EventStoreAddress } from './url.ts'

/** A client that is younger than this many milliseconds is not replaced after a failure. */
const shortestLife = 100
/** A timeout shorter than this many milliseconds does not count as a sign of a lost connection. */
const shortestSilence = 500
/** Timeout of calls, in milliseconds, while the server does not answer any call. */
const patienceWithSilence = 1_000

type Link = {
  client: EventStoreClient
  bornAt: number
  calls: number
}

/** `signal` is aborted when nobody waits for the answer any more. */
type Work<T> = (client: EventStoreClient, signal: AbortSignal) => Promise<T>

export type EventStoreConnection = ReturnType<typeof openEventStoreConnection>

/**
 * Makes calls to EventStoreDB, each with its own timeout, because the client's deadlines do not
 * apply to reads. A call without an answer throws `Rejected('unavailable')` and is not retried. The
 * next call uses a new client, so that a broken or silent connection does not keep the log
 * unavailable. The old client closes when its last call has ended. If a node answers that it is not
 * the leader, the call is repeated on the leader.
 *
 * After a call has timed out, the following calls time out after one second, until one is answered.
 * Otherwise, a caller in a queue would wait for the timeouts of all callers before it. Calls marked
 * as `probing` keep their full timeout, so that a slow server does not count as silent forever.
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
      // Repeating is safe: the node has done nothing but name the leader.
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
    /** A client for an endless operation; the operation's owner reports failures with `lost`. */
    client: () => use().client,
    /** Reports that a client no longer reaches the server. */
    lost: (client: EventStoreClient, error: unknown) => {
      if (current?.client === client && isEventStoreUnavailable(error)) replace(current, error)
    },
    /** Abandons every call in progress and disconnects. Takes at most 2 s. */
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
