import { assignmentEndpoints } from '@strand/contracts/order/assignment'
import { noteEndpoints } from '@strand/contracts/order/notes'
import { invalidInput } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handleOrderCommand, parseOrderId } from './handler.ts'
import { textSealer } from './seal-text.ts'

type Options = { eventStore: EventStore; pool: Pool; personalData: PersonalData; now: Now }

/**
 * Colleagues' notes and assignments. These commands never conflict with other changes, whatever
 * position the caller saw.
 */
export const orderTeamRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, pool, now } = options
  const seal = textSealer(options.personalData)

  /** Throws 400 unless all these people are active staff. */
  const assertActive = async (userIds: string[], path: string) => {
    const { rows } = await pool.query(
      `select from account where user_id::text = any($1::text[]) and status = 'active'`,
      [userIds],
    )
    if (rows.length === userIds.length) return
    throw invalidInput([{ path, message: 'Please name active colleagues only' }])
  }

  app.route({
    ...endpointRoute(noteEndpoints.addNote),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const mentions = [...new Set(request.body.mentions)]
      const { position } = await handleOrderCommand(
        eventStore,
        orderId,
        async (order) => {
          await assertActive(mentions, 'mentions')
          return { type: 'AddNote', note: await seal(order, request.body.text), mentions }
        },
        staffOrigin(request, now()),
      )
      return withPosition(reply, position)
        .code(201)
        .send(successBody(`Your note on order ${orderId} has been added`))
    },
  })

  app.route({
    ...endpointRoute(assignmentEndpoints.assignOrder),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const { userid: to } = request.body
      const { position } = await handleOrderCommand(
        eventStore,
        orderId,
        async () => {
          if (to !== null) await assertActive([to], 'userid')
          return { type: 'AssignOrder', to }
        },
        staffOrigin(request, now()),
      )
      const text = to === null ? 'is assigned to nobody' : 'has been assigned'
      return withPosition(reply, position).send(successBody(`Order ${orderId} ${text}`))
    },
  })
}
