import { mailReaction } from '@strand/contracts/mail/mail'
import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endOutage, findOutage, startOutage } from '@strand/platform/jobs/outage'
import type { Queue } from '@strand/platform/jobs/queue'
import { failureReason, isAboutMail, type MailTransport } from './transport/transport.ts'

type OutageOptions = {
  pool: Pool
  queue: Queue
  queueName: string
  transport: Pick<MailTransport, 'verify'>
  log: Log
  /** The delay before the next probe, in milliseconds. Default: 5 s, rising to 30 s. */
  probeDelay?: (probes: number) => number
}

const defaultProbeDelay = (probes: number) =>
  backoffDelay(probes, { first: 5_000, longest: 30_000, jitter: 0.1 })

/**
 * Distinguishes a mail server that is down from a mail server that rejects an email. During an
 * outage, emails wait in the outbox, where urgent ones go first. They do not wait in the queue,
 * because there, each email waits longer after every try. Emails that are already in the queue are
 * put back into the outbox. All processes share one record of the outage, which staff can see.
 */
export const watchOutage = (options: OutageOptions) => {
  const { pool, queue, queueName, transport, log, probeDelay = defaultProbeDelay } = options
  let probes = 0
  let nextProbe = 0

  const planProbe = () => {
    nextProbe = Date.now() + probeDelay(++probes)
  }

  const isServerBack = async () => {
    try {
      await transport.verify()
      return true
    } catch {
      planProbe()
      return false
    }
  }

  const isRecorded = async () => (await findOutage(pool, mailReaction)) !== null
  return {
    isRecorded,
    /**
     * Call this after a send that failed temporarily. Unless the server's answer was about the
     * email itself, probes the server, and records an outage if the probe fails. Returns whether
     * there is an outage.
     */
    sendFailed: async (sendError: unknown): Promise<boolean> => {
      if (isAboutMail(sendError)) return false
      if (await isRecorded()) return true
      try {
        await transport.verify()
        return false
      } catch (error) {
        const reason = failureReason(error)
        if (!(await startOutage(pool, mailReaction, reason))) return true
        planProbe()
        log.error(
          { reason, send: failureReason(sendError) },
          'the mail server is unreachable: emails are waiting',
        )
        return true
      }
    },

    /**
     * Whether emails have to wait. Probes the server when a probe is due, and ends the outage if
     * the probe succeeds.
     */
    isAway: async (): Promise<boolean> => {
      const outage = await findOutage(pool, mailReaction)
      if (!outage) {
        probes = 0
        return false
      }
      if (Date.now() < nextProbe || !(await isServerBack())) return true
      // `retryNow` comes first: if it fails, the outage is still recorded, and the next probe tries
      // again.
      await queue.retryNow(queueName)
      if (await endOutage(pool, mailReaction))
        log.info({ since: outage.since }, 'the mail server is back: emails are going out')
      probes = 0
      return false
    },
  }
}
export type OutageWatch = ReturnType<typeof watchOutage>
