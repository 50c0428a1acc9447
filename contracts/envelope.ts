import { z } from 'zod'
import { givenText } from './text.ts'

/**
 * Who caused the event. A customer has no account, so the id is the order's; for the system it is
 * the name of a service.
 */
export const Actor = z.object({ kind: z.enum(['customer', 'staff', 'system']), id: givenText })
export type Actor = z.infer<typeof Actor>

/** Metadata stored with every event, alongside its data. */
export const EventMetadata = z.object({
  /**
   * When it happened, by the clock of the service that decided it. Screens and mails show this
   * time.
   */
  at: z.iso.datetime(),
  /** One id for everything that a person's request set off. */
  correlationId: givenText,
  /** Id of the command or event that caused this one. */
  causationId: givenText,
  actor: Actor,
  /** Version of the data's shape. Stored events are never rewritten: an upcaster reads old ones. */
  schemaVersion: z.int().positive(),
})
export type EventMetadata = z.infer<typeof EventMetadata>

/**
 * Personal data inside an event: AES-256-GCM under a key kept outside the log. Once the key is
 * destroyed, nobody can read the data, and the log stays intact. `platform/personal-data.ts`
 * encrypts and decrypts it.
 */
export const Sealed = z.object({ keyId: z.uuid(), box: z.base64() })
export type Sealed = z.infer<typeof Sealed>
