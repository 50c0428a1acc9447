import { z } from 'zod'
import { givenText } from './text.ts'

/** Who did it. A customer has no account: the id is the order's; of the system, a service's name. */
export const Actor = z.object({ kind: z.enum(['customer', 'staff', 'system']), id: givenText })
export type Actor = z.infer<typeof Actor>

/** What travels with every event, beside its data. */
export const EventMetadata = z.object({
  /** When it happened, by the clock of whoever decided it: what screens and mails show. */
  at: z.iso.datetime(),
  /** One id for all that one request of a person set off. */
  correlationId: givenText,
  /** Id of the command, or of the event, that this one follows from. */
  causationId: givenText,
  actor: Actor,
  /** Version of the data's shape. Stored events are never rewritten: an upcaster reads old ones. */
  schemaVersion: z.int().positive(),
})
export type EventMetadata = z.infer<typeof EventMetadata>

/**
 * Personal data inside an event: AES-256-GCM under a key kept outside the log. When the key is
 * destroyed nobody can read it, and the log stays whole. `platform/personal-data.ts` seals and opens.
 */
export const Sealed = z.object({ keyId: z.uuid(), box: z.base64() })
export type Sealed = z.infer<typeof Sealed>
