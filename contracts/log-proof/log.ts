import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { Day } from '../list.ts'
import { givenText, pathIdentifier, requiredText } from '../text.ts'

/** Kept checkpoints that one answer holds at most. */
export const checkpointsPerPage = 100

const time = z.iso.datetime()
const index = z.int().min(0)

/** A witness's cosignature of a checkpoint, c2sp.org/tlog-cosignature. */
export const LogCosignature = z.object({
  /** The witness, as its key names it. */
  name: givenText,
  /** The time that it signed, by its own clock. */
  at: time,
})

/** A signed checkpoint of the log. */
export const LogCheckpoint = z.object({
  /** The day in Africa/Lagos, `YYYY-MM-DD`, on which it was signed. */
  day: givenText,
  /** The number of events that it covers. */
  size: z.int().min(0),
  /** The root over them: base64 of 32 bytes. */
  root: givenText,
  signedAt: time,
  /** The whole note, with the log's signature and the witnesses'; c2sp.org/tlog-checkpoint. */
  note: givenText,
  cosignatures: z.array(LogCosignature),
})
export type LogCheckpoint = z.infer<typeof LogCheckpoint>

/** A verification of the log, by *Verify now* or by `npm run verify`. */
export const LogVerification = z.object({
  id: z.uuid(),
  /**
   * `whole` and `wrong` are outcomes; `failed` says that there was none, for example because its
   * process ended.
   */
  state: z.enum(['waiting', 'running', 'whole', 'wrong', 'failed']),
  /** The name of the person who asked for it; `npm run verify` for the command. */
  by: givenText,
  requestedAt: time,
  endedAt: time.nullable(),
  /** Events that are checked so far, and about how many there are; 0 before it begins. */
  done: z.int().min(0),
  ofAbout: z.int().min(0),
  /** The first wrong index, when one is known. */
  firstWrong: index.nullable(),
  /** One sentence: what came out, what is wrong, or why it failed; empty while it runs. */
  outcome: givenText,
})
export type LogVerification = z.infer<typeof LogVerification>

/** `GET /api/audit/log/status`. Everything is null or empty before the first checkpoint. */
export const LogStatus = z.object({
  /** The log's name, and the key that checks its newest checkpoint. */
  origin: givenText.nullable(),
  key: givenText.nullable(),
  newest: LogCheckpoint.nullable(),
  /** The newest one that a witness has cosigned: how far the shop alone cannot go back. */
  newestCosigned: LogCheckpoint.nullable(),
  /** The witnesses whose cosignatures the shop takes, by name. */
  witnesses: z.array(givenText),
  /** From which index on each event must bear a writer's MAC; null while none has to. */
  macsSince: index.nullable(),
  /** The verification that ended last, and the one that waits or runs now. */
  lastVerification: LogVerification.nullable(),
  verification: LogVerification.nullable(),
  /** The last checkpoint of each day, newest first, `checkpointsPerPage` at most. */
  days: z.array(LogCheckpoint),
})
export type LogStatus = z.infer<typeof LogStatus>

/** `GET /api/audit/log/checkpoints?before=`: the days before one, newest first. */
export const LogCheckpointsQuery = z.object({ before: Day.optional() })

/** `GET /api/audit/log/orders/{orderId}`: where the events of an order are in the log. */
export const OrderLogIndexes = z.array(
  z.object({
    /** As `GET /api/admin/orders/{orderId}/events` tells it. */
    position: givenText,
    /** For `GET /api/audit/log/proof/{index}`; null until a checkpoint covers the event. */
    index: index.nullable(),
  }),
)

/** An index in a path: digits. Anything else names no event. */
export const logIndexParameter = z.object({ index: pathIdentifier })

/**
 * `POST /api/audit/log/cosignatures`: a checkpoint of this log with the lines of witnesses below the
 * log's own, at most 20,000 characters.
 */
export const LogCosigning = z.object({ note: requiredText('Note is required', 20_000) })

/** The checkpoint as it is cosigned now. */
export const LogCosigned = CommandAnswer.extend({ result: LogCheckpoint })

/** `POST /api/audit/log/verifications`: the verification that waits or runs now. */
export const LogVerificationAsked = CommandAnswer.extend({ result: LogVerification })
