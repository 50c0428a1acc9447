import type { MailKind } from '@strand/contracts/mail/mail'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { MailContent, ShopContact } from './templates/content.ts'

/** A mail to one person, not rendered yet. */
export type Mail = { to: { name: string; address: string }; content: MailContent }

export type ComposeOptions = {
  personalData: PersonalData
  shop: ShopContact
  /** The origin for links, without a trailing slash. */
  publicUrl: string
  tokenSecret: KeyRing
}

/** A person's decision about a mail that was held, or had failed. */
export type Released = { wasHeld: boolean; isSentAgain: boolean }
export type OutdatedMail = 'archived' | 'undone' | undefined

/**
 * What a feature (orders, users) defines about its mail: which event sends which mail, and its
 * content.
 */
export type MailFeature = {
  eventTypes: string[]
  /** The kind of mail that an event triggers, as the outbox names it; null for none. */
  kindOf: (event: RecordedEvent) => MailKind | null
  /** Until when an event's mail waits, because the event may be undone; undefined: it goes at once. */
  dueAt?: (event: RecordedEvent) => string | undefined
  /** Why a mail is no longer true; undefined if it is. */
  outdated?: (event: RecordedEvent, stream: RecordedEvent[], released: Released) => OutdatedMail
  /** The id of the event whose mail this mail corrects: it goes after that one, or never. */
  corrects?: (event: RecordedEvent, stream: RecordedEvent[]) => string | undefined
  /** The mail of an event, composed from its whole stream; null if the person was erased. */
  compose: (
    event: RecordedEvent,
    stream: RecordedEvent[],
    options: ComposeOptions,
  ) => Promise<Mail | null>
}

/** The greeting of a mail: it uses a name only if that cannot pass for a sentence or a link. */
export const greetingTo = (name: string): string => {
  const plain = name.trim().replaceAll(/\s+/g, ' ')
  return plain && plain.length <= 40 && !/[^\p{L}\p{M}'’. -]|\.\S/u.test(plain)
    ? `Dear ${plain},`
    : 'Hello,'
}
