import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { Day } from '../list.ts'
import { givenText, pathIdentifier, requiredText } from '../text.ts'

export const checkpointsPerPage = 100

const time = z.iso.datetime()
const index = z.int().min(0)

/** A witness's cosignature of a checkpoint (c2sp.org/tlog-cosignature). */
export const LogCosignature = z.object({
  name: givenText,
  /** When the witness signed, by its own clock. */
  at: time,
})

export const LogCheckpoint = z.object({
  /** The day of the signature in Africa/Lagos, `YYYY-MM-DD`. */
  day: givenText,
  /** The number of events that the checkpoint covers. */
  size: z.int().min(0),
  /** The root hash of these events: base64 of 32 bytes. */
  root: givenText,
  signedAt: time,
  /** The whole note (c2sp.org/tlog-checkpoint), with the signatures of the log and of witnesses. */
  note: givenText,
  cosignatures: z.array(LogCosignature),
})
export type LogCheckpoint = z.infer<typeof LogCheckpoint>

export const LogVerification = z.object({
  id: z.uuid(),
  /**
   * `whole` and `wrong` are results. `failed`: there is no result, for example because the process
   * ended.
   */
  state: z.enum(['waiting', 'running', 'whole', 'wrong', 'failed']),
  /** The name of the person who requested the verification, or `npm run verify`. */
  by: givenText,
  requestedAt: time,
  endedAt: time.nullable(),
  /**
   * How many events have been checked, and roughly how many there are in all; both 0 before the
   * start.
   */
  done: z.int().min(0),
  ofAbout: z.int().min(0),
  /** The index of the first wrong event, if known. */
  firstWrong: index.nullable(),
  /** One sentence: the result, the fault, or why the verification failed. Empty while it runs. */
  outcome: givenText,
})
export type LogVerification = z.infer<typeof LogVerification>

/** `GET /api/audit/log/status`. Before the first checkpoint, every field is null or empty. */
export const LogStatus = z.object({
  /** The log's name, and the key with which to check its newest checkpoint. */
  origin: givenText.nullable(),
  key: givenText.nullable(),
  newest: LogCheckpoint.nullable(),
  /**
   * The newest checkpoint with a witness's cosignature. Without the witness's help, the shop cannot
   * rewrite the events that this checkpoint covers and remain undetected.
   */
  newestCosigned: LogCheckpoint.nullable(),
  /** The names of the witnesses that the shop accepts. */
  witnesses: z.array(givenText),
  /** From this index on, every event must have a writer's MAC; null if no event must have one. */
  macsSince: index.nullable(),
  lastVerification: LogVerification.nullable(),
  verification: LogVerification.nullable(),
  /** The last checkpoint of each day, newest first; at most `checkpointsPerPage`. */
  days: z.array(LogCheckpoint),
})
export type LogStatus = z.infer<typeof LogStatus>

/**
 * `GET /api/audit/log/checkpoints?before=`: the checkpoints of days before `before`, newest first.
 */
export const LogCheckpointsQuery = z.object({ before: Day.optional() })

/** `GET /api/audit/log/orders/{orderId}`: the log indexes of an order's events. */
export const OrderLogIndexes = z.array(
  z.object({
    /** The event's position, as in `GET /api/admin/orders/{orderId}/events`. */
    position: givenText,
    /**
     * The index for `GET /api/audit/log/proof/{index}`; null until a checkpoint covers the event.
     */
    index: index.nullable(),
  }),
)

/** An index in a path, as digits. Anything else matches no event. */
export const logIndexParameter = z.object({ index: pathIdentifier })

/**
 * `POST /api/audit/log/cosignatures`: one of the log's checkpoints, with witnesses' signature lines
 * below the log's own; at most 20,000 characters.
 */
export const LogCosigning = z.object({ note: requiredText('Note is required', 20_000) })

export const LogCosigned = CommandAnswer.extend({ result: LogCheckpoint })

/** `POST /api/audit/log/verifications`: the verification that is waiting or running now. */
export const LogVerificationAsked = CommandAnswer.extend({ result: LogVerification })
