import { mailReaction } from '@strand/contracts/mail/mail'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { RunningReactor } from '@strand/event-sourcing/processors/reactor'
import type { Tracing } from '@strand/event-sourcing/tracing'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { openReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import type { FileStore } from '@strand/platform/files/open'
import type { Queue } from '@strand/platform/jobs/queue'
import type { Metrics } from '@strand/platform/metrics/metrics'
import { measureJobs } from '@strand/platform/metrics/work-metrics'
import { mailQueue, startDispatcher } from './mail/dispatcher.ts'
import { mailHandler, retryDelay } from './mail/handler.ts'
import { mailLimits } from './mail/limits.ts'
import { watchOutage } from './mail/outage.ts'
import { startMailReactor } from './mail/reactor.ts'
import type { ShopContact } from './mail/templates/content.ts'
import { openMailFolder } from './mail/transport/folder.ts'
import { openSmtp } from './mail/transport/smtp.ts'
import type { MailTransport } from './mail/transport/transport.ts'
import { type AnyReader, startProofReading } from './proof/start-proof-reading.ts'

export type WorkersOptions = {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  queue: Queue
  /**
   * `smtp:`, `smtps:`, or `file:` for a folder of `.eml` files. The simulator passes its own
   * transport.
   */
  mailUrl: string | MailTransport
  publicUrl: string
  shop: ShopContact
  tokenSecret: KeyRing
  log: Log
  metrics?: Metrics
  tracing?: Tracing | undefined
  /** The timeout for sending one email, in milliseconds. Default: one minute. */
  mailTimeout?: number
  /** The maximum number of emails that are sent at the same time. Default: 4. */
  concurrency?: number
  /**
   * The maximum number of emails per second, for processes that also serve customers: emails must
   * not make customers wait. Default: no limit.
   */
  mailsPerSecond?: number
  /**
   * The maximum number of emails that strangers can trigger in ten minutes in the whole shop; see
   * `mail/limits.ts`.
   */
  mailBrake: number
  /**
   * The proofs of payment, the secret for the HMACs of their references, and the reader; null to
   * read no proofs.
   */
  proofs: ({ files: Pick<FileStore, 'read'>; secret: KeyRing } & AnyReader) | null
  retryDelay?: (attempt: number) => number
  /** Milliseconds until a mail server that is down is probed again; see `mail/outage.ts`. */
  probeDelay?: (probes: number) => number
  lostAfterSeconds?: number
  lockMs?: number
}

export type RunningWorkers = {
  reactors: () => ReturnType<RunningReactor['state']>[]
  mailHealth: () => Promise<void>
  /** Waits up to 5 s for emails in progress. Does not close the queue or the pool. */
  stop: () => Promise<void>
}

const openTransport = ({ mailUrl, mailTimeout }: WorkersOptions) => {
  if (typeof mailUrl !== 'string') return mailUrl
  return mailUrl.startsWith('file:') ? openMailFolder(mailUrl) : openSmtp(mailUrl, mailTimeout)
}

/**
 * Starts the two chains of this service: event → outbox → queue → mail, and event → reading of a
 * proof.
 */
export const startWorkers = async (options: WorkersOptions): Promise<RunningWorkers> => {
  const { pool, queue } = options
  const transport = await openTransport(options)
  const reactor = startMailReactor(options)
  if (options.metrics)
    measureJobs(options.metrics, { pool, queue, reaction: mailReaction, queueName: mailQueue })
  const outage = watchOutage({ ...options, transport, queueName: mailQueue })
  const dispatch = startDispatcher({ ...options, outage })
  const send = mailHandler({
    ...options,
    transport,
    outage,
    limits: mailLimits(options.mailBrake),
    mails: options.metrics?.counter(
      'strand_mails_total',
      'Emails, by kind and outcome: sent, failed, held, skipped or retried.',
      ['mail', 'result'],
    ),
  })
  const worker = queue.work(mailQueue, ({ entry }, { attempt }) => send(Number(entry), attempt), {
    concurrency: options.concurrency ?? 4,
    retryDelay: options.retryDelay ?? retryDelay,
    ...(options.lockMs !== undefined && { lockMs: options.lockMs }),
  })
  const proofs =
    options.proofs &&
    startProofReading({
      ...options,
      ...options.proofs,
      hmacsOfReference: openReferenceHmacs(options.proofs.secret),
    })
  return {
    reactors: () => [reactor.state(), ...(proofs ? [proofs.reactor()] : [])],
    mailHealth: transport.health,
    stop: async () => {
      await Promise.all([reactor.stop(), dispatch.stop(), worker.stop(), proofs?.stop()])
      transport.close()
    },
  }
}
