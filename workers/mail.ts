import type { RecordedEvent } from '@strand/platform/event-store'
import type { PersonalData } from '@strand/platform/personal-data'
import type { Letter, Shop } from './templates/letter.ts'

/** A mail to one person, not rendered yet. */
export type Mail = { to: { name: string; address: string }; letter: Letter }

export type ComposeOptions = {
  personalData: PersonalData
  shop: Shop
  /** The origin in links, with no slash at its end. */
  publicUrl: string
  tokenSecret: Buffer
}

/** What a feature (orders, users) knows of mail: which event sends which one, and what it says. */
export type MailFeature = {
  eventTypes: string[]
  /** The mail that an event asks for, as the outbox names it; null for none. */
  kindOf: (event: RecordedEvent) => string | null
  /** Kinds that a stranger asks for, under whatever address: they go out within limits. */
  limitedKinds?: string[]
  /** Whether a mail that was held, and released by staff, still says something true. */
  isStillDue?: (stream: RecordedEvent[]) => boolean
  /** The mail of an event, out of its whole stream; null when the person was erased. */
  compose: (
    event: RecordedEvent,
    stream: RecordedEvent[],
    options: ComposeOptions,
  ) => Promise<Mail | null>
}

/** How a letter addresses a person: by a name that cannot pass for a sentence or a link. */
export const greetingTo = (name: string): string => {
  const plain = name.trim().replaceAll(/\s+/g, ' ')
  return plain && plain.length <= 40 && !/[^\p{L}\p{M}'’. -]|\.\S/u.test(plain)
    ? `Dear ${plain},`
    : 'Hello,'
}
