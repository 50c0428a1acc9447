import {
  checkpointsPerPage,
  type LogCheckpoint,
  type LogStatus,
  type LogVerification,
} from '@strand/contracts/log-proof/log'
import { logVerifierEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { parseHead } from '@strand/log-proof/checkpoint'
import { cosignedNote, readCosignatures, readCosigned } from '@strand/log-proof/cosignature-tables'
import { readNote, type Verifier } from '@strand/log-proof/note'
import { readCheckpoint, readDays, readTree } from '@strand/log-proof/tables'
import { readVerifications, type StoredVerification } from '@strand/log-proof/verification-table'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { staffName } from '../staff-name.ts'

type Options = { pool: Pool; witnesses?: Verifier[] | undefined }
type Kept = { day: string; size: number; note: string; signedAt: Date }

/** The state of the log's proof, for the auditors' screen and for monitoring programs. */
export const logStatusRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { pool, witnesses = [] } = options
  app.route({
    ...endpointRoute(logVerifierEndpoints.getLogStatus),
    handler: async () => {
      const [tree, newest, [cosigned], days, verifications] = await Promise.all([
        ...([readTree(pool), readCheckpoint(pool), readCosigned(pool, 1)] as const),
        readDays(pool, { limit: checkpointsPerPage }),
        readVerifications(pool),
      ])
      const shown = await withCosignatures(pool, [newest, cosigned, ...days])
      const result: LogStatus = {
        origin: tree?.origin ?? null,
        key: tree?.verifierKey ?? null,
        newest: newest && shown(newest),
        newestCosigned: cosigned ? shown(cosigned) : null,
        witnesses: witnesses.map(({ name }) => name),
        macsSince: tree?.macsFrom ?? null,
        lastVerification: await shownVerification(pool, verifications.lastEnded),
        verification: await shownVerification(pool, verifications.current),
        days: days.map(shown),
      }
      return { result }
    },
  })
  app.route({
    ...endpointRoute(logVerifierEndpoints.listLogCheckpoints),
    handler: async ({ query: { before } }) => {
      const days = await readDays(pool, { before, limit: checkpointsPerPage })
      return { result: days.map(await withCosignatures(pool, days)) }
    },
  })
  app.route({
    ...endpointRoute(logVerifierEndpoints.getLatestLogVerification),
    handler: async () => {
      const { latest } = await readVerifications(pool)
      return { result: await shownVerification(pool, latest) }
    },
  })
}

/**
 * Reads the cosignatures of all these checkpoints in one query, and returns a function that formats
 * a checkpoint.
 */
const withCosignatures = async (pool: Pool, checkpoints: (Kept | null | undefined)[]) => {
  const sizes = checkpoints.flatMap((one) => (one ? [one.size] : []))
  const cosignatures = await readCosignatures(pool, sizes)
  return ({ day, size, note, signedAt }: Kept): LogCheckpoint => {
    const own = cosignatures.filter((one) => one.size === size)
    return {
      day,
      size,
      signedAt: signedAt.toISOString(),
      note: cosignedNote(note, own),
      root: parseHead(readNote(note)?.text ?? '')?.root.toString('base64') ?? '',
      cosignatures: own.map((one) => ({ name: one.witness, at: one.signedAt.toISOString() })),
    }
  }
}

const shownVerification = async (
  pool: Pool,
  stored: StoredVerification | null,
): Promise<LogVerification | null> => {
  if (!stored) return null
  const { requestedBy, requestedAt, endedAt, ...told } = stored
  return {
    ...told,
    by: requestedBy === null ? 'npm run verify' : await nameOf(pool, requestedBy),
    requestedAt: requestedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

const nameOf = async (pool: Pool, userId: string): Promise<string> => {
  const { rows } = await pool.query<{ name: string }>(
    `select ${staffName('staff')} as name from read.staff where user_id = $1`,
    [userId],
  )
  return rows[0]?.name ?? 'Unknown'
}
