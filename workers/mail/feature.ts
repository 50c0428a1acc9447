import type { MailKind } from '@strand/contracts/mail/mail'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { MailContent, ShopContact } from './templates/content.ts'

export type Mail = { to: { name: string; address: string }; content: MailContent }

export type ComposeOptions = {
  personalData: PersonalData
  shop: ShopContact
  /** The origin for links, without a trailing slash. */
  publicUrl: string
  tokenSecret: KeyRing
}

/** Whether an email was ever held, and whether staff then released it or sent it again. */
export type Released = { wasHeld: boolean; isSentAgain: boolean }
export type OutdatedMail = 'archived' | 'undone' | undefined

/**
 * How a feature (orders, users) defines its emails: which event triggers which email, and what the
 * email says.
 */
export type MailFeature = {
  eventTypes: string[]
  kinds: readonly string[]
  /** Emails that a stranger can make the shop send to any address; their number is limited. */
  limitedKinds?: readonly string[]
  /** Emails that someone is waiting for at a screen: they go out first. */
  urgentKinds?: readonly string[]
  /** The kind of email that an event triggers, by its name in the outbox; null for no email. */
  kindOf: (event: RecordedEvent) => MailKind | null
  /**
   * The time until which the email about an event waits, because the event can still be undone;
   * undefined if the email does not wait.
   */
  dueAt?: (event: RecordedEvent) => string | undefined
  /** Why an email is no longer needed; undefined if it still is. */
  outdated?: (event: RecordedEvent, stream: RecordedEvent[], released: Released) => OutdatedMail
  /**
   * The id of the event whose email this email corrects. The correction goes out only after that
   * email.
   */
  corrects?: (event: RecordedEvent, stream: RecordedEvent[]) => string | undefined
  /**
   * Composes the email about an event from the event's whole stream. Returns null if the
   * recipient's data was erased.
   */
  compose: (
    event: RecordedEvent,
    stream: RecordedEvent[],
    options: ComposeOptions,
  ) => Promise<Mail | null>
}

/** The greeting of an email. A name that could be mistaken for a sentence or a link is left out. */
export const greetingTo = (name: string): string => {
  const plain = name.trim().replaceAll(/\s+/g, ' ')
  return plain && plain.length <= 40 && !/[^\p{L}\p{M}'’. -]|\.\S/u.test(plain)
    ? `Dear ${plain},`
    : 'Hello,'
}
