import type { MailMessage } from '../message.ts'

export type MailTransport = {
  /**
   * Resolves once the server has accepted the mail, or the file is on disk. Throws `UnsendableMail`
   * when the server refuses this mail permanently, and any other error when sending may work later.
   * `name` names the file.
   */
  send: (message: MailMessage, name: string) => Promise<void>
  /** Asks the server now; resolves if a mail could be sent. */
  verify: () => Promise<void>
  /** The same for a monitor, which may ask every few seconds. */
  health: () => Promise<void>
  close: () => void
}

/** What nodemailer throws. */
export type SmtpError = Error & { code?: string; responseCode?: number }

/** Whether the server answered about the sender, the recipient or the mail itself. */
export const isAboutMail = (error: unknown): boolean => {
  const { code } = error as SmtpError
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/**
 * Why a try failed, for staff to read. Servers often repeat the address, which is personal data, so
 * it is removed.
 */
export const failureReason = (error: unknown, address?: string): string => {
  const { message = String(error) } = error as SmtpError
  const said = message.replaceAll(/\s+/g, ' ')
  const [local] = address?.split('@') ?? []
  const withoutName = local && local.length > 2 ? said.replaceAll(local, '…') : said
  return withoutName.replaceAll(/\S*@\S*/g, '(address)').slice(0, 300)
}
