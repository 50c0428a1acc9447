import { lagosDay } from '@strand/contracts/lagos-time'
import type { LogCheckpoint } from '@strand/contracts/log-proof/log'
import { logVerifierEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { acceptCosignatures } from '@strand/log-proof/accept-cosignatures'
import { cosignedNote, readCosignatures, writeCosigned } from '@strand/log-proof/cosignature-tables'
import type { Verifier } from '@strand/log-proof/note'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

const config = { limit: { name: 'cosignatures', requests: 60, seconds: 60 } }

/** Accepts registered witnesses' signatures on checkpoints of this log. */
export const cosignatureRoutes: FastifyPluginAsyncZod<{
  pool: Pool
  eventStore: EventStore
  now: Now
  witnesses?: Verifier[] | undefined
}> = async (app, { pool, eventStore, now, witnesses = [] }) => {
  app.route({
    ...endpointRoute(logVerifierEndpoints.cosignLogCheckpoint, config),
    handler: async ({ body }) => {
      const at = now()
      // Trimming has removed the final line break.
      const accepted = await acceptCosignatures(pool, `${body.note}\n`, {
        eventStore,
        witnesses,
        now: at,
      })
      const { head, note, cosignatures } = accepted
      const checkpoint = { size: head.size, note, day: lagosDay(at.toISOString()), signedAt: at }
      await transaction(pool, (connection) => writeCosigned(connection, checkpoint, cosignatures))
      const kept = await readCosignatures(pool, [head.size])
      const result: LogCheckpoint = {
        size: head.size,
        root: head.root.toString('base64'),
        day: checkpoint.day,
        signedAt: at.toISOString(),
        note: cosignedNote(note, kept),
        cosignatures: kept.map(({ witness, signedAt }) => ({
          name: witness,
          at: signedAt.toISOString(),
        })),
      }
      const names = cosignatures.map(({ witness }) => witness).join(', ')
      return successBody(`${names} has signed ${head.size} events`, { result })
    },
  })
}
