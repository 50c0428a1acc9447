import { domainToASCII } from 'node:url'
import type { AdmissionLimits } from '@strand/event-sourcing/outbox/outbox-admission'
import { type KeyRing, macsOf } from '@strand/platform/crypto/key-ring'

/** Limits to one recipient on mails that a stranger asks for: the typed address proves nothing. */
const toOneRecipient = { perHour: 3, perDay: 10 }

/** @param brake limit on such mails in ten minutes, to all recipients together */
export const mailLimits = (brake: number): AdmissionLimits => ({
  ...toOneRecipient,
  perTenMinutes: brake,
})

/**
 * Normalizes an address the way its mailbox is likely to read it: without case, a tag after `+`, or
 * dots. Two people with the same normalized address share a limit, and nothing else.
 */
const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).normalize('NFKC').toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  const plain = local.replace(/\+.*$/, '').replaceAll('.', '') || local
  return `${plain}@${domainToASCII(domain) || domain}`
}

/** The name under which a recipient is counted, under each key: worthless without the secret. */
export const recipientKeys = (secret: KeyRing, address: string): string[] =>
  macsOf(secret, `mail-recipient:${mailboxOf(address)}`).map((mac) => mac.toString('base64url'))
