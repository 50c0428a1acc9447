import { domainToASCII } from 'node:url'
import type { AdmissionLimits } from '@strand/event-sourcing/outbox/outbox-admission'
import { type KeyRing, macsOf } from '@strand/platform/crypto/key-ring'

/**
 * The maximum number of emails that strangers can trigger to one recipient. There is a limit
 * because anyone can type someone else's address.
 */
const toOneRecipient = { perHour: 3, perDay: 10 }

/**
 * @param brake the maximum number of emails that strangers can trigger in ten minutes, over all
 *   recipients
 */
export const mailLimits = (brake: number): AdmissionLimits => ({
  ...toOneRecipient,
  perTenMinutes: brake,
})

/**
 * Normalizes an address as most mailboxes do: ignores case, dots, and a tag after `+`. If two
 * people's addresses normalize to the same text, they share a limit, and nothing worse happens.
 */
const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).normalize('NFKC').toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  const plain = local.replace(/\+.*$/, '').replaceAll('.', '') || local
  return `${plain}@${domainToASCII(domain) || domain}`
}

/**
 * The names under which a recipient is counted, one per key. Without the secret, they do not reveal
 * the address.
 */
export const recipientKeys = (secret: KeyRing, address: string): string[] =>
  macsOf(secret, `mail-recipient:${mailboxOf(address)}`).map((mac) => mac.toString('base64url'))
