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
  /** The queue whose jobs are retried once the mail server is back. */
  queueName: string
  transport: Pick<MailTransport, 'verify'>
  log: Log
  /** Milliseconds until the next probe. Default: 5 s, rising to 30 s. */
  probeDelay?: (probes: number) => number
}

const defaultProbeDelay = (probes: number) =>
  backoffDelay(probes, { first: 5_000, longest: 30_000, jitter: 0.1 })

/**
 * Distinguishes a mail server that is down from one that rejects a mail. During an outage, mails
 * wait in the outbox, where urgent ones overtake the others, rather than in the queue, where each
 * waits longer after every try. Mails that were already queued are put back. All processes share
 * the record of the outage, and staff can see it.
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
    /** Whether mails have to wait, according to the shared record. */
    isRecorded,
    /**
     * Call this when a send has failed temporarily. If the server does not answer a second call
     * either, records an outage; returns whether there is one. A server that answered about the
     * mail itself is up, so it is not asked again.
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
     * Whether mails have to wait. Probes the server when a probe is due, and ends the outage if it
     * is back.
     */
    isAway: async (): Promise<boolean> => {
      const outage = await findOutage(pool, mailReaction)
      if (!outage) {
        probes = 0
        return false
      }
      if (Date.now() < nextProbe || !(await isServerBack())) return true
      // Done first: if it fails, the outage is still recorded, and the next probe tries again.
      await queue.retryNow(queueName)
      if (await endOutage(pool, mailReaction))
        log.info({ since: outage.since }, 'the mail server is back: emails are going out')
      probes = 0
      return false
    },
  }
}
export type OutageWatch = ReturnType<typeof watchOutage>
