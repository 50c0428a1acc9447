import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endOutage, findOutage, startOutage } from '@strand/platform/jobs/outage'
import type { Queue } from '@strand/platform/jobs/queue'
import { failureReason, isAboutMail, type MailTransport } from './transport/transport.ts'

/** The name of the reactor whose entries are mails. */
export const mailReaction = 'mail'

type OutageOptions = {
  pool: Pool
  queue: Queue
  /** The queue whose jobs are retried when the mail server is back. */
  queueName: string
  transport: Pick<MailTransport, 'verify'>
  log: Log
  /** Milliseconds until the next probe. Default 5 s, rising to 30 s. */
  probeDelay?: (probes: number) => number
}

const defaultProbeDelay = (probes: number) =>
  backoffDelay(probes, { first: 5_000, longest: 30_000, jitter: 0.1 })

/**
 * Tells a mail server that is away from one that refuses a mail. While it is away, mails wait in the
 * outbox, where urgent ones overtake the others, instead of in the queue, where each waits longer
 * after each try; those that were in the queue are put back. All processes share the record, and staff read it.
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
    /** Whether mails have to wait, as far as is known. */
    isRecorded,
    /**
     * To be called when a send failed for now: records an outage if the server does not answer
     * another call either, and returns whether there is one. One that answered about this mail is
     * there, and is not asked.
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
        log.error({ reason, send: failureReason(sendError) }, 'the mail server is away: mails wait')
        return true
      }
    },

    /** Whether mails have to wait; asks the server again when that is due, and ends the outage. */
    isAway: async (): Promise<boolean> => {
      const outage = await findOutage(pool, mailReaction)
      if (!outage) {
        probes = 0
        return false
      }
      if (Date.now() < nextProbe || !(await isServerBack())) return true
      // First, because an outage that is still recorded is tried again.
      await queue.retryNow(queueName)
      if (await endOutage(pool, mailReaction))
        log.info({ since: outage.since }, 'the mail server is back: mails go out')
      probes = 0
      return false
    },
  }
}
export type OutageWatch = ReturnType<typeof watchOutage>
