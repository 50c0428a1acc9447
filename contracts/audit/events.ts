import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'

/** The single stream of what the log's proof rests on; `platform/log-proof/proof-stream.ts` reads it. */
export const logProofStream = 'log-proof'

export const logProofEvents = eventCodec(logProofStream, [
  defineEvent(
    'LogProofBegun',
    'The log has its first checkpoint, or a release that adds writers’ MACs was started.',
    z.object({
      origin: givenText.describe('The log’s name in its checkpoints, for ever.'),
      verifierKey: givenText.describe(
        'The key that checks their signatures; c2sp.org/signed-note.',
      ),
      macsFrom: z
        .int()
        .min(0)
        .describe('The index, counted from 0, from which on every event bears a writer’s MAC.'),
    }),
  ),
])
export type LogProofEvent = EventsOf<typeof logProofEvents>
