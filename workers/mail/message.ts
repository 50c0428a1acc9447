import type { Mail } from './feature.ts'
import type { ShopContact } from './templates/content.ts'
import { renderHtml } from './templates/html.ts'
import { renderText } from './templates/text.ts'

/** Thrown for an email that cannot be sent, however often it is tried. */
export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

export type MailMessage = {
  from: { name: string; address: string }
  replyTo: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const control = /[\u0000-\u001f\u007f\u2028\u2029]/
/** Exactly one address: no lists, groups, comments or routes. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]{1,64}@[^\s@,;:<>()[\]\\"]{1,253}$/u

const headerSafe = (text: string, what: string): string => {
  if (control.test(text) || !text.isWellFormed())
    throw new UnsendableMail(`the ${what} contains a character that no header may contain`)
  return text
}

/**
 * Renders an email. Its `Message-ID` depends only on the event and the kind, so mail clients
 * recognize an email that was sent twice because of a crash. Throws `UnsendableMail` if a header
 * contains a line break, or if the address is not exactly one address.
 */
export const renderMessage = (
  { to, content }: Mail,
  about: { eventId: string; kind: string; shop: ShopContact; publicUrl: string },
): MailMessage => {
  const { shop } = about
  const address = headerSafe(to.address, 'address')
  if (!oneAddress.test(address)) throw new UnsendableMail('the address is not exactly one address')
  return {
    from: { name: headerSafe(shop.name, "shop's name"), address: shop.supportEmail },
    replyTo: shop.supportEmail,
    to: { name: headerSafe(to.name, 'name'), address },
    subject: headerSafe(content.subject, 'subject'),
    text: renderText(content, shop),
    html: renderHtml(content, shop),
    messageId: `<${about.eventId}.${about.kind}@${new URL(about.publicUrl).hostname}>`,
    // Automatic responders must not answer a machine (RFC 3834; the second header is for Exchange).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}
