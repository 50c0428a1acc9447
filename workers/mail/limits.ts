import { domainToASCII } from 'node:url'
import type { AdmissionLimits } from '@strand/event-sourcing/outbox/outbox-admission'
import { type KeyRing, macsOf } from '@strand/platform/crypto/key-ring'

/**
 * Limits per recipient for mails that strangers can trigger: anyone can type someone else's
 * address.
 */
const toOneRecipient = { perHour: 3, perDay: 10 }

/** @param brake the most such mails in ten minutes, to all recipients together */
export const mailLimits = (brake: number): AdmissionLimits => ({
  ...toOneRecipient,
  perTenMinutes: brake,
})

/**
 * Normalizes an address in the way in which its mailbox probably does: ignores case, dots, and a
 * tag after `+`. If two people's addresses normalize to the same, they only share a limit.
 */
const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).normalize('NFKC').toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  const plain = local.replace(/\+.*$/, '').replaceAll('.', '') || local
  return `${plain}@${domainToASCII(domain) || domain}`
}

/** The names under which a recipient is counted, one per key; useless without the secret. */
export const recipientKeys = (secret: KeyRing, address: string): string[] =>
  macsOf(secret, `mail-recipient:${mailboxOf(address)}`).map((mac) => mac.toString('base64url'))
