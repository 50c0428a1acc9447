import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'

/** The stream of events about the log's own proof. `log-proof/proof-stream.ts` reads it. */
export const logProofStream = 'log-proof'

export const logProofEvents = eventCodec(logProofStream, [
  defineEvent(
    'LogProofBegun',
    'The log got its first checkpoint, or a release that adds writers’ MACs started for the first time.',
    z.object({
      origin: givenText.describe('The log’s name in its checkpoints, which never changes.'),
      verifierKey: givenText.describe(
        'The public key that checks the log’s signatures; c2sp.org/signed-note.',
      ),
      macsFrom: z
        .int()
        .min(0)
        .describe('From this index on, counted from 0, every event has a writer’s MAC.'),
    }),
  ),
  defineEvent(
    'LogSigningKeyChanged',
    'A new key signs every checkpoint that covers this event; both keys have signed this change.',
    z.object({
      origin: givenText.describe('The log’s name in its checkpoints.'),
      from: givenText.describe('The old key, which signed before this event.'),
      to: givenText.describe(
        'The new key, which signs after this event and had never signed before.',
      ),
      size: z.int().min(1).describe('How many events the log had when both keys signed.'),
      root: givenText.describe('The root of the tree of these events, in base64.'),
      note: givenText.describe(
        'The text of this change, with both signatures; c2sp.org/signed-note.',
      ),
    }),
  ),
])
export type LogProofEvent = EventsOf<typeof logProofEvents>
