import { within } from '@strand/platform/within'
import { createTransport } from 'nodemailer'
import { openMailFolder } from './mail.folder.ts'
import { type Message, UnsendableMail } from './mail.message.ts'

export type Transport = {
  /**
   * Resolves once the server has taken the mail, or the file is on the disk. Throws
   * `UnsendableMail` when the server refuses this mail for good, and anything else when it may work
   * later. `name` names the file.
   */
  send: (message: Message, name: string) => Promise<void>
  /** Resolves when a mail could be handed over now. */
  health: () => Promise<void>
  close: () => void
}

/** Milliseconds for which an answer to `health` holds: a watcher may ask every few seconds. */
const healthHolds = 15_000

/**
 * Mail by URL: `smtp://user:password@host:587`, `smtps:` for TLS from the first byte, or `file:` for
 * a folder of `.eml` files. With a user, an `smtp:` server must offer STARTTLS, so that no password
 * goes over an open line; `?requireTLS=false` allows it all the same.
 */
export const openTransport = async (
  url: string,
  /** Milliseconds for a whole mail: a server that hangs must not hold a worker for good. */
  patience = 60_000,
): Promise<Transport> => (url.startsWith('file:') ? openMailFolder(url) : openSmtp(url, patience))

const openSmtp = (url: string, patience: number): Transport => {
  const smtp = createTransport({
    url,
    requireTLS: url.startsWith('smtp:') && new URL(url).username !== '',
    connectionTimeout: patience / 4,
    greetingTimeout: patience / 4,
    socketTimeout: patience / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let healthy: { until: number; answer: Promise<unknown> } | undefined
  return {
    send: async (message) => {
      const { from, to } = message
      // One recipient, whatever the headers say.
      const envelope = { from: from.address, to: [to.address] }
      try {
        await within(patience, smtp.sendMail({ ...message, envelope }))
      } catch (error) {
        throw isFinal(error) ? new UnsendableMail(reasonOf(error, to.address)) : error
      }
    },
    health: async () => {
      if (!healthy || healthy.until < Date.now())
        healthy = { until: Date.now() + healthHolds, answer: within(5_000, smtp.verify()) }
      await healthy.answer
    },
    close: () => smtp.close(),
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/**
 * A 5xx answer to the sender, the recipient or the mail itself is about this mail. One to the
 * greeting or the sign-in is about the server's settings, which somebody may mend: mail waits.
 */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as SmtpError
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** Why a try failed, for staff to read; servers like to repeat the address, which is personal. */
export const reasonOf = (error: unknown, address?: string): string => {
  const { response, message } = error as SmtpError
  const said = (response ?? message ?? String(error)).replaceAll(/\s+/g, ' ')
  const [local] = address?.split('@') ?? []
  const withoutName = local && local.length > 2 ? said.replaceAll(local, '…') : said
  return withoutName.replaceAll(/\S*@\S*/g, '(address)').slice(0, 300)
}
