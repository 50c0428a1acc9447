import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import type { Evidence, PaymentEvidence, RecordedEvidence } from '@strand/contracts/money/evidence'
import { toleranceFor } from '@strand/contracts/money/kobo'
import { approvalProposalEndpoints } from '@strand/contracts/order/approval-proposal'
import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { conflict, invalidInput } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { type Origin, staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { parseLineId, readBankLine } from '../../money/line/handler.ts'
import { freeKobo } from '../../money/line/state.ts'
import { sendBulk } from '../../shared/bulk.routes.ts'
import { seenPosition, sendChanged } from '../../shared/row-position.ts'
import { parseOrderId, staffCommandHandler } from '../handler.ts'
import { linesPaying } from '../money/match-lines.ts'
import { toleranceOf } from '../money/options.ts'
import { approveWithLines, type OrderMoney, undoOrderChange } from '../money/order-money.ts'
import { textSealer } from '../seal-text.ts'
import type { Order } from '../state.ts'
import { fourEyesOf } from './four-eyes.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  undoSeconds: number
  /** The amount in naira above which an approval needs two people; undefined: never. */
  fourEyesAbove?: number | undefined
  /** The evidence that an approval needs; undefined: evidence is optional. */
  paymentEvidence?: PaymentEvidence | undefined
  money: OrderMoney
  now: Now
}

/**
 * Normalizes the ids of bank lines. Throws 400 if a line is named twice, and 404 if an id has a
 * form that no line's id can have.
 */
const parseEvidence = (evidence: Evidence | null): Evidence | null => {
  if (evidence === null || !('lines' in evidence)) return evidence
  const seen = new Set<string>()
  return {
    lines: evidence.lines.map(({ lineId: written, amountKobo }, at) => {
      const lineId = parseLineId(written)
      if (seen.has(lineId)) {
        const message = 'Please name each line only once'
        throw invalidInput([{ path: `evidence.lines.${at}.lineId`, message }])
      }
      seen.add(lineId)
      return { lineId, amountKobo }
    }),
  }
}

/** In a bulk approval, nobody would notice an old price. */
const lookAtOldPrice =
  'The customer confirmed an old price: look at this order in the review queue, and approve it there'

export const approvalRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { personalData, money, now } = options
  const handle = staffCommandHandler(options)
  const sealText = textSealer(personalData)
  const sealed = async (order: Order, evidence: Evidence | null): Promise<RecordedEvidence> =>
    evidence !== null && 'without' in evidence
      ? { without: await sealText(order, evidence.without) }
      : evidence

  /**
   * The lines that already pay for the order, and the amount that the order still needs from this
   * line.
   */
  const linesWith = async (order: Order, lineId: string) => {
    const others = (await linesPaying(options, order)).filter((line) => line.lineId !== lineId)
    const paid = others.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    if (paid >= order.total * 100) throw conflict('Other bank lines already pay for this order')
    const missing = order.total * 100 - paid
    const line = await readBankLine(options.eventStore, lineId)
    // If this line is short by no more than the tolerance, all of its free money counts.
    const known = line.allocations.find((one) => one.orderId === order.orderId)
    const free = freeKobo(line) + (known?.amountKobo ?? 0)
    const isShort =
      free < missing && missing - free <= toleranceFor(order.total * 100, toleranceOf(money))
    return [...others, { lineId, amountKobo: isShort ? free : missing }]
  }

  /**
   * Makes the command that approves an order on this evidence, including what the shop requires for
   * an approval.
   */
  const approval = async (
    order: Order,
    evidence: RecordedEvidence,
    { origin, principal }: { origin: Origin; principal: FastifyRequest['principal'] },
  ) =>
    ({
      type: 'ApproveOrder',
      fourEyes: await fourEyesOf(options, order, origin),
      demand: {
        evidence: options.paymentEvidence ?? 'optional',
        mayWaive: principal?.role === 'superadministrator',
      },
      toleranceKobo: toleranceOf(money),
      evidence,
    }) as const

  app.route({
    ...endpointRoute(orderCommandEndpoints.approveOrder),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.id)
      const written = parseEvidence(request.body.evidence)
      const origin = staffOrigin(request, now())
      const { events, position } = await approveWithLines(money, orderId, {
        command: async (order) =>
          approval(order, await sealed(order, written), { origin, principal: request.principal }),
        origin,
        seen: seenPosition(request),
      })
      if (events[0]?.type !== 'OrderApprovalProposed')
        return sendChanged(reply, position, `Order ${orderId} has been approved`)
      const message = `You approved order ${orderId}. Now a second person has to approve it too`
      const answer = { position: String(position ?? ''), approval: 'proposed' } as const
      return withPosition(reply, position).code(202).send(successBody(message, answer))
    },
  })

  app.route({
    ...endpointRoute(bankLineEndpoints.approveBankLines),
    handler: (request, reply) => {
      const orderOf = new Map(
        request.body.lines.map(({ lineId, orderId }) => [
          parseLineId(lineId),
          parseOrderId(orderId),
        ]),
      )
      let proposals = 0
      return sendBulk(request, reply, {
        ids: [...orderOf.keys()],
        positions: {},
        origin: staffOrigin(request, now()),
        act: async (lineId, origin) => {
          const { events, position } = await approveWithLines(money, orderOf.get(lineId) ?? '', {
            command: async (order) => {
              if (order.isInsisted) throw conflict(lookAtOldPrice)
              const evidence = { lines: await linesWith(order, lineId) }
              return approval(order, evidence, { origin, principal: request.principal })
            },
            origin,
          })
          if (events[0]?.type !== 'OrderApprovalProposed') return { position }
          proposals += 1
          // A proposal changes nothing that could be undone; only its proposer can withdraw it.
          return { position: null, later: position }
        },
        message: (share) =>
          proposals === 0
            ? `${share} orders have been approved with their bank transactions`
            : `You approved ${share} orders with their bank transactions. Now a second person has to approve ${proposals} of them too`,
      })
    },
  })

  app.route({
    ...endpointRoute(approvalProposalEndpoints.withdrawApproval),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const origin = staffOrigin(request, now())
      const command = { type: 'WithdrawApproval', by: origin.actor.id } as const
      const seen = seenPosition(request)
      const { position } = await handle(orderId, () => command, { origin, seen })
      return sendChanged(reply, position, `You withdrew your approval of order ${orderId}`)
    },
  })

  app.route({
    ...endpointRoute(orderCommandEndpoints.undoOrderChange),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const undone = await undoOrderChange(money, orderId, request.body.position, {
        origin: staffOrigin(request, now()),
        seen: seenPosition(request),
      })
      const message = `Undone: order ${orderId} is ${undone.state?.status} again`
      return sendChanged(reply, undone.position, message, undone.freedAt)
    },
  })

  app.route({
    ...endpointRoute(orderCommandEndpoints.undoOrderChanges),
    handler: (request, reply) => {
      const { positions } = request.body
      return sendBulk(request, reply, {
        ids: Object.keys(positions),
        positions: {},
        origin: staffOrigin(request, now()),
        act: async (id, origin) => {
          const change = positions[id] ?? ''
          const request = { origin, seen: undefined }
          const undone = await undoOrderChange(money, parseOrderId(id), change, request)
          return { position: undone.position, later: undone.freedAt }
        },
        message: (share) => `Undone: ${share} orders are as they were before`,
      })
    },
  })
}
