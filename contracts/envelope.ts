import { z } from 'zod'
import { givenText } from './text.ts'

export const Actor = z
  .object({ kind: z.enum(['customer', 'staff', 'system']), id: givenText })
  .describe(
    'Who or what caused the event. For staff, the id is the user’s id; for a customer, who has no account, the order’s id; for the system, the name of a service.',
  )
export type Actor = z.infer<typeof Actor>

export const EventMetadata = z.object({
  at: z.iso
    .datetime()
    .describe(
      'When the event happened, according to the clock of the service that decided it. Screens and emails show this time.',
    ),
  correlationId: givenText.describe('The same id in all events that one request caused.'),
  causationId: givenText.describe('The id of the command or event that caused this event.'),
  actor: Actor,
  schemaVersion: z.int().positive().describe('The version of the data’s schema.'),
  traceparent: givenText
    .optional()
    .describe('The span that appended the event (W3C Trace Context), if the shop sends traces.'),
  mac: givenText
    .optional()
    .describe(
      'The writer’s MAC, added by the event store: HMAC-SHA256 with `LOG_WRITER_KEY`, in base64. Absent in events from earlier releases.',
    ),
})
export type EventMetadata = z.infer<typeof EventMetadata>

/**
 * Personal data in an event, encrypted with AES-256-GCM under a key outside the log. When the key
 * is destroyed, nobody can read the data, and the log stays as it is.
 * `platform/crypto/personal-data.ts` encrypts and decrypts it.
 */
export const Sealed = z.object({ keyId: z.uuid(), box: z.base64() })
export type Sealed = z.infer<typeof Sealed>
