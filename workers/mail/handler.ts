import { backoffDelay } from '@strand/event-sourcing/async/backoff'
import { isBadData } from '@strand/event-sourcing/errors'
import type { EventStore, RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import {
  findEntry,
  markAttempted,
  markDone,
  markFailed,
  markSkipped,
  type OutboxItem,
  putBack,
  stateOfEntry,
} from '@strand/event-sourcing/outbox/outbox'
import { type AdmissionLimits, admit } from '@strand/event-sourcing/outbox/outbox-admission'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { type Tracing, traceparentOf } from '@strand/event-sourcing/tracing'
import { BrokenBox } from '@strand/platform/crypto/sealed-box'
import type { ComposeOptions, OutdatedMail } from './feature.ts'
import { recipientKeys } from './limits.ts'
import { type MailMessage, renderMessage, UnsendableMail } from './message.ts'
import type { OutageWatch } from './outage.ts'
import { featureOf } from './reactor.ts'
import { failureReason, type MailTransport } from './transport/transport.ts'

/**
 * How many times an email is tried in one round. With the delays of `retryDelay`, a round takes
 * about three days.
 */
export const maxTries = 150

/**
 * The delay before the next try, in milliseconds: 5 s, doubling up to half an hour, plus or minus
 * 25 %.
 */
export const retryDelay = (attempt: number): number =>
  backoffDelay(attempt, { first: 5_000, longest: 30 * 60_000, jitter: 0.25 })

type HandlerOptions = ComposeOptions & {
  pool: Pool
  eventStore: EventStore
  transport: MailTransport
  outage: Pick<OutageWatch, 'isRecorded' | 'sendFailed'>
  limits: AdmissionLimits
  mails?: { add: (labels: { mail: string; result: string }) => void } | undefined
  tracing?: Tracing | undefined
  log: Log
}

/**
 * Sends the email of one outbox entry. Ignores a closed entry, so a job that is delivered twice
 * sends only one email. An email is sent twice, with the same `Message-ID`, only if the process
 * crashes after sending it and before recording that it was sent. Throws if the email should be
 * tried again later.
 */
export const mailHandler =
  (options: HandlerOptions) =>
  async (entryId: number, attempt: number): Promise<void> => {
    const { pool, log } = options
    const entry = await findEntry(pool, entryId)
    if (!entry || (entry.state !== 'waiting' && entry.state !== 'dispatched')) return
    if (await options.outage.isRecorded()) return putBack(pool, entryId)
    const tracedTry = traceTry(entry, options.tracing)
    const count = (result: string) => {
      options.mails?.add({ mail: entry.kind, result })
      tracedTry.end(result)
    }
    const about = { mail: entry.kind, eventId: entry.eventId, attempt }
    let message: MailMessage | undefined
    try {
      const prepared = await prepare(entry, options, tracedTry.of)
      if (typeof prepared === 'string') {
        await markSkipped(pool, entryId, prepared)
        log.info({ ...about, reason: prepared }, 'no mail is needed any more')
        count('skipped')
        return
      }
      message = prepared
      if (await holdIfOverLimit(entry, message, options)) return count('held')
      await send(message, entry, options)
    } catch (error) {
      const reason = failureReason(error, message?.to.address)
      count(isHopeless(error) || attempt >= maxTries ? 'failed' : 'retried')
      if (error instanceof MailServerAway) return putBack(pool, entryId, reason)
      if (!isHopeless(error) && attempt < maxTries) {
        await markAttempted(pool, entryId, reason)
        throw new Error(`not sent yet: ${reason}`)
      }
      await markFailed(pool, entryId, reason)
      log.error({ ...about, reason }, 'a mail has failed for good')
      return
    }
    await markDone(pool, entryId)
    log.info(about, 'mail sent')
    count('sent')
  }

const send = async (
  message: MailMessage,
  entry: OutboxItem,
  { transport, outage, log }: HandlerOptions,
) => {
  try {
    await transport.send(message, nameOf(entry))
  } catch (error) {
    if (isHopeless(error)) throw error
    const isAway = await outage.sendFailed(error).catch((err) => {
      log.warn({ err }, 'could not record whether the mail server is down')
      return false
    })
    throw isAway ? new MailServerAway(String((error as Error).message)) : error
  }
}

/** Thrown during an outage: the email goes back to the outbox and waits for the mail server. */
class MailServerAway extends Error {}

/**
 * Whether no further try can succeed. A rejected sign-in is retried, because someone can correct
 * the settings.
 */
const isHopeless = (error: unknown) =>
  error instanceof UnsendableMail || error instanceof BrokenBox || isBadData(error)

/** If strangers have triggered too many emails, holds this email until staff decide about it. */
const holdIfOverLimit = async (
  entry: OutboxItem,
  { to }: MailMessage,
  { pool, limits, tokenSecret, log }: HandlerOptions,
): Promise<boolean> => {
  if (!featureOf(entry.kind)?.limitedKinds?.includes(entry.kind)) return false
  const keys = recipientKeys(tokenSecret, to.address)
  const admission = await admit(pool, entry, keys, limits)
  if (admission === 'admitted') return false
  log.warn({ mail: entry.kind, eventId: entry.eventId, limit: admission }, 'a mail is held')
  return true
}

/**
 * Composes an entry's email from the event log, or returns the reason why the email is no longer
 * needed.
 */
const prepare = async (
  entry: OutboxItem,
  options: HandlerOptions,
  found: (event: RecordedEvent) => void,
): Promise<MailMessage | 'erased' | NonNullable<OutdatedMail>> => {
  const stream = await options.eventStore.readStream(entry.stream)
  const event = stream.find(({ id }) => id === entry.eventId)
  if (!event) throw new Error(`the log holds no event ${entry.eventId} in ${entry.stream}`)
  found(event)
  const feature = featureOf(entry.kind)
  if (!feature) throw new UnsendableMail(`there is no mail of the kind ${entry.kind}`)
  const released = { wasHeld: entry.heldAt !== null, isSentAgain: entry.round > 1 }
  const outdated = feature.outdated?.(event, stream, released)
  if (outdated) return outdated
  const corrected = feature.corrects?.(event, stream)
  if (corrected && !(await hasGone(corrected, options))) return 'undone'
  const mail = await feature.compose(event, stream, options)
  if (!mail) return 'erased'
  return renderMessage(mail, { ...options, eventId: entry.eventId, kind: entry.kind })
}

/** Creates a span for one try. Its parent is the event's span, which only the event log names. */
const traceTry = ({ kind }: OutboxItem, tracing: Tracing | undefined) => {
  const startedAt = Date.now()
  let parent: string | undefined
  return {
    of: (event: RecordedEvent) => {
      parent = traceparentOf(event)
    },
    end: (result: string) => {
      if (!parent || !tracing) return
      const attributes = { 'strand.mail.result': result }
      tracing
        .start(`mail ${kind}`, { kind: 'consumer', parent, attributes, startedAt })
        .end({ failed: result === 'failed' || result === 'retried' })
    },
  }
}

/** Whether the email about an event was sent. Throws while the email is still waiting. */
const hasGone = async (eventId: string, { pool }: HandlerOptions): Promise<boolean> => {
  const entry = await stateOfEntry(pool, eventId)
  // The entry is gone: the outbox deletes emails a month after sending them.
  if (!entry) return true
  if (['delayed', 'waiting', 'dispatched'].includes(entry.state))
    throw new Error('the email that this one corrects has not been sent yet')
  return entry.state === 'done' && entry.reason === null
}

/**
 * `2026-11-21T10-05-12Z-order-received-<event id>`: sorts by time, and is the same on every try.
 */
const nameOf = ({ happenedAt, kind, eventId }: OutboxItem) =>
  `${happenedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${kind}-${eventId}`
