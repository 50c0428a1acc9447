import type { MailMessage } from '../message.ts'

export type MailTransport = {
  /**
   * Resolves once the server has accepted the email, or the file is on disk. Throws
   * `UnsendableMail` if the server rejects this email for good, and any other error if a later try
   * may succeed. `name` becomes the name of the file; only the transport to a folder uses it.
   */
  send: (message: MailMessage, name: string) => Promise<void>
  /** Asks the server now, and rejects if the server would not accept an email. */
  verify: () => Promise<void>
  /** Like `verify`, but reuses a recent result, because monitors ask every few seconds. */
  health: () => Promise<void>
  close: () => void
}

export type SmtpError = Error & { code?: string; responseCode?: number }

/** Whether the server's reply was about the sender, the recipient or the email itself. */
export const isAboutMail = (error: unknown): boolean => {
  const { code } = error as SmtpError
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/**
 * Why a try failed, for staff. Servers often repeat the address, which is personal data, so the
 * address is removed.
 */
export const failureReason = (error: unknown, address?: string): string => {
  const { message = String(error) } = error as SmtpError
  const said = message.replaceAll(/\s+/g, ' ')
  const [local] = address?.split('@') ?? []
  const withoutName = local && local.length > 2 ? said.replaceAll(local, '…') : said
  return withoutName.replaceAll(/\S*@\S*/g, '(address)').slice(0, 300)
}
