import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { Day } from '../list.ts'
import { givenText, pathIdentifier, requiredText } from '../text.ts'

/** The most checkpoints in one answer. */
export const checkpointsPerPage = 100

const time = z.iso.datetime()
const index = z.int().min(0)

/** A witness's cosignature of a checkpoint, c2sp.org/tlog-cosignature. */
export const LogCosignature = z.object({
  /** The witness's name, as in its key. */
  name: givenText,
  /** When it signed, by its own clock. */
  at: time,
})

/** A signed checkpoint. */
export const LogCheckpoint = z.object({
  /** The day in Africa/Lagos, `YYYY-MM-DD`, on which it was signed. */
  day: givenText,
  /** The number of events it covers. */
  size: z.int().min(0),
  /** The root hash of these events: base64 of 32 bytes. */
  root: givenText,
  signedAt: time,
  /** The whole note, with the signatures of the log and its witnesses; c2sp.org/tlog-checkpoint. */
  note: givenText,
  cosignatures: z.array(LogCosignature),
})
export type LogCheckpoint = z.infer<typeof LogCheckpoint>

/** A verification of the log, started by *Verify now* or by `npm run verify`. */
export const LogVerification = z.object({
  id: z.uuid(),
  /**
   * `whole` and `wrong` are outcomes; `failed` means that there is no outcome, for example because
   * the process ended.
   */
  state: z.enum(['waiting', 'running', 'whole', 'wrong', 'failed']),
  /** The name of the person who requested it; `npm run verify` for the command. */
  by: givenText,
  requestedAt: time,
  endedAt: time.nullable(),
  /** Events checked so far, and roughly how many there are; 0 before it starts. */
  done: z.int().min(0),
  ofAbout: z.int().min(0),
  /** The first wrong index, if known. */
  firstWrong: index.nullable(),
  /** One sentence: the result, the fault, or why it failed; empty while it runs. */
  outcome: givenText,
})
export type LogVerification = z.infer<typeof LogVerification>

/** `GET /api/audit/log/status`. Every field is null or empty before the first checkpoint. */
export const LogStatus = z.object({
  /** The log's name, and the key that checks its newest checkpoint. */
  origin: givenText.nullable(),
  key: givenText.nullable(),
  newest: LogCheckpoint.nullable(),
  /**
   * The newest checkpoint that a witness has cosigned: the shop cannot rewrite anything before it
   * on its own.
   */
  newestCosigned: LogCheckpoint.nullable(),
  /** The names of witnesses whose cosignatures the shop accepts. */
  witnesses: z.array(givenText),
  /** From this index on, every event must carry a writer's MAC; null if none must yet. */
  macsSince: index.nullable(),
  /** The verification that ended most recently, and the one waiting or running now. */
  lastVerification: LogVerification.nullable(),
  verification: LogVerification.nullable(),
  /** Each day's last checkpoint, newest first; at most `checkpointsPerPage`. */
  days: z.array(LogCheckpoint),
})
export type LogStatus = z.infer<typeof LogStatus>

/** `GET /api/audit/log/checkpoints?before=`: earlier days, newest first. */
export const LogCheckpointsQuery = z.object({ before: Day.optional() })

/** `GET /api/audit/log/orders/{orderId}`: the log indexes of an order's events. */
export const OrderLogIndexes = z.array(
  z.object({
    /** As in `GET /api/admin/orders/{orderId}/events`. */
    position: givenText,
    /** For `GET /api/audit/log/proof/{index}`; null until a checkpoint covers the event. */
    index: index.nullable(),
  }),
)

/** An index in a path: digits. Anything else matches no event. */
export const logIndexParameter = z.object({ index: pathIdentifier })

/**
 * `POST /api/audit/log/cosignatures`: one of this log's checkpoints, with the witnesses' lines
 * below the log's own; at most 20,000 characters.
 */
export const LogCosigning = z.object({ note: requiredText('Note is required', 20_000) })

/** The checkpoint with all its cosignatures so far. */
export const LogCosigned = CommandAnswer.extend({ result: LogCheckpoint })

/** `POST /api/audit/log/verifications`: the verification now waiting or running. */
export const LogVerificationAsked = CommandAnswer.extend({ result: LogVerification })
