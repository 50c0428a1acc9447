import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { createTransport } from 'nodemailer'
import { UnsendableMail } from '../message.ts'
import { failureReason, isAboutMail, type MailTransport, type SmtpError } from './transport.ts'

/** How long a result of `health` is reused, in milliseconds. */
const healthHolds = 15_000

/**
 * Sends emails through an SMTP server. The URL is, for example, `smtp://user:password@host:587`;
 * `smtps:` means TLS from the first byte. If the URL has a user, an `smtp:` server must offer
 * STARTTLS, so no password goes over an unencrypted connection; `?requireTLS=false` lifts this
 * rule.
 *
 * @param timeout in milliseconds: how long sending one email may take in all, so that a hanging
 *   server cannot block a worker
 */
export const openSmtp = (url: string, timeout = 60_000): MailTransport => {
  const smtp = createTransport({
    url,
    requireTLS: url.startsWith('smtp:') && new URL(url).username !== '',
    connectionTimeout: timeout / 4,
    greetingTimeout: timeout / 4,
    socketTimeout: timeout / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const verify = async () => {
    await withTimeout(5_000, smtp.verify())
  }
  let healthy: { until: number; answer: Promise<void> } | undefined
  return {
    send: async (message) => {
      const { from, to } = message
      // The envelope names only this recipient, whatever the headers say.
      const envelope = { from: from.address, to: [to.address] }
      try {
        await withTimeout(timeout, smtp.sendMail({ ...message, envelope }))
      } catch (error) {
        throw isFinal(error) ? new UnsendableMail(failureReason(error, to.address)) : error
      }
    },
    verify,
    health: async () => {
      if (!healthy || healthy.until < Date.now())
        healthy = { until: Date.now() + healthHolds, answer: verify() }
      await healthy.answer
    },
    close: () => smtp.close(),
  }
}

/**
 * Whether the server rejects this email for good. A 5xx reply to the greeting or the sign-in is
 * about the server's settings, which someone can correct, so the email waits.
 */
const isFinal = (error: unknown): boolean =>
  isAboutMail(error) && ((error as SmtpError).responseCode ?? 0) >= 500
