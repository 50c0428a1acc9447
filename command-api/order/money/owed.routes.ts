import { formatKobo } from '@strand/contracts/money/kobo'
import { owedEndpoints } from '@strand/contracts/order/owed'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { parseLineId } from '../../money/line/handler.ts'
import { parseOrderId } from '../handler.ts'
import type { OrderMoney } from './order-money.ts'
import { oweBack, payBack, undoPayBack, unowe } from './owed.ts'
import { endDoubtsAbout } from './taken-back.ts'

export const owedRoutes: FastifyPluginAsyncZod<{ money: OrderMoney }> = async (app, { money }) => {
  const { now } = money
  app.route({
    ...endpointRoute(owedEndpoints.oweBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const { amountKobo, reason, orderId: written } = request.body
      const orderId = parseOrderId(written)
      const origin = staffOrigin(request, now())
      const { owed, position } = await oweBack(
        money,
        { lineId, orderId, amountKobo, reason },
        origin,
      )
      const message = `${formatKobo(owed.amountKobo)} is owed back to the customer of order ${orderId}`
      return withPosition(reply, position).send(successBody(message, { result: owed }))
    },
  })

  app.route({
    ...endpointRoute(owedEndpoints.unoweBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const owedId = request.body.owedId.toLowerCase()
      const { reason } = request.body
      const origin = staffOrigin(request, now())
      const { owed, position } = await unowe(money, { lineId, owedId, reason }, origin)
      const message = `This amount is no longer owed back for order ${owed.orderId}`
      return withPosition(reply, position).send(successBody(message, { result: owed }))
    },
  })

  app.route({
    ...endpointRoute(owedEndpoints.settleBankLine),
    handler: async (request, reply) => {
      const debitLineId = parseLineId(request.params.lineId)
      const owedId = request.body.owedId.toLowerCase()
      const origin = staffOrigin(request, now())
      const { owed, position: paidAt } = await payBack(money, { debitLineId, owedId }, origin)
      const position = (await endDoubtsAbout(money, debitLineId)) ?? paidAt
      const rest = owed.restKobo > 0 ? `: ${formatKobo(owed.restKobo)} is still owed` : ''
      const what = rest === '' ? 'All of it' : 'A part'
      const message = `${what} is paid back for order ${owed.orderId}${rest}`
      return withPosition(reply, position).send(successBody(message, { result: owed }))
    },
  })

  app.route({
    ...endpointRoute(owedEndpoints.unsettleBankLine),
    handler: async (request, reply) => {
      const debitLineId = parseLineId(request.params.lineId)
      const owedId = request.body.owedId.toLowerCase()
      const origin = staffOrigin(request, now())
      const { owed, position } = await undoPayBack(money, { debitLineId, owedId }, origin)
      const message = `The debit no longer pays anything back for order ${owed.orderId}`
      return withPosition(reply, position).send(successBody(message, { result: owed }))
    },
  })
}
