import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import { conflict } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type PayableOrder, readPayableOrder } from '../../shared/order/payable-order.ts'
import type { ShopAccount } from '../accounts.ts'
import { unknownLine } from './decider.ts'
import { handleBankLineCommand, parseLineId, readBankLine } from './handler.ts'
import { matchByHand, parseAllocations } from './match-by-hand.ts'
import { lineTextSealer } from './seal-text.ts'
import { shownLine } from './shown-line.ts'
import type { BankLineState } from './state.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  shopName: string
  shopAccount: ShopAccount
  /** The evidence that an approval needs; if undefined, evidence is optional. */
  paymentEvidence?: PaymentEvidence | undefined
  /** Runs work while no other command can change these orders, or the lines that pay for them. */
  underLocks: <T>(orderIds: string[], work: () => Promise<T>) => Promise<T>
  now: Now
}

export const bankLineRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, pool, personalData, now } = options
  const sealText = lineTextSealer(personalData)

  const handle = async (
    request: FastifyRequest,
    lineId: string,
    command: Parameters<typeof handleBankLineCommand>[2],
  ) => {
    const origin = staffOrigin(request, now())
    const { state, ...handled } = await handleBankLineCommand(eventStore, lineId, command, origin)
    if (!state) throw unknownLine()
    return { ...handled, line: await shownLine(personalData, state) }
  }
  const send = (
    reply: FastifyReply,
    { line, position }: Awaited<ReturnType<typeof handle>>,
    message: string,
  ) => withPosition(reply, position).send(successBody(message, { result: line }))

  app.route({
    ...endpointRoute(bankLineEndpoints.matchBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const allocations = parseAllocations(request.body.allocations)
      const origin = staffOrigin(request, now())
      const match = (line: BankLineState) => matchByHand(options, line, allocations, origin)
      const orders = allocations.map(({ orderId }) => orderId).join(', ')
      const name = allocations.length === 1 ? 'order' : 'orders'
      return send(
        reply,
        await handle(request, lineId, match),
        `The line pays for ${name} ${orders}`,
      )
    },
  })

  app.route({
    ...endpointRoute(bankLineEndpoints.unmatchBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const mayWaive = request.principal?.role === 'superadministrator'
      const isProtected = options.paymentEvidence === 'required' && !mayWaive
      const orderIds = ordersPaidBy(await readBankLine(eventStore, lineId))
      let approved: PayableOrder[] = []
      const handled = await options.underLocks(orderIds, () =>
        handle(request, lineId, async (line) => {
          if (!ordersPaidBy(line).every((orderId) => orderIds.includes(orderId)))
            throw conflict('The line was matched in the meantime: please look again')
          approved = await ordersApprovedWith(eventStore, line)
          if (isProtected && approved[0] !== undefined) throw stillApproved(approved[0].orderId)
          return { type: 'UnmatchLine', reason: await sealText(line, request.body.reason) }
        }),
      )
      const [event] = handled.events
      const isKept = event?.type !== 'BankLineUnmatched' || event.data.reason !== null
      const lost = isKept ? '' : '. Its texts were erased, so the reason was not kept'
      const told = approved.filter(isGoing).map(({ orderId }) => `. ${approvedWithout(orderId)}`)
      return send(reply, handled, `The line no longer pays for an order${lost}${told.join('')}`)
    },
  })

  app.route({
    ...endpointRoute(bankLineEndpoints.setAsideBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const { kind, note: text } = request.body
      const handled = await handle(request, lineId, async (line) => {
        const note = text === '' ? null : await sealText(line, text)
        if (text !== '' && note === null)
          throw conflict('The texts of this line were erased: it can’t have a note')
        return { type: 'SetLineAside', kind, note }
      })
      return send(reply, handled, 'The line is set aside')
    },
  })

  app.route({
    ...endpointRoute(bankLineEndpoints.reopenBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const handled = await handle(request, lineId, { type: 'ReopenLine' })
      return send(reply, handled, 'The line is no longer set aside')
    },
  })

  app.route({
    ...endpointRoute(bankLineEndpoints.mergeBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const into = request.body.into.toLowerCase()
      const handled = await handle(request, lineId, async (line) => {
        // For any other line, known or not, the decider refuses the command.
        if (into === line.probablySameAs) {
          // Share the statements first, then check. An undo of the other line's import that runs at
          // the same time then either sees the shared statements, or is seen by the check.
          await shareStatements(pool, { from: lineId, into })
          await assertStandsAlone(eventStore, into)
        }
        return { type: 'MergeLine', into }
      })
      return send(reply, handled, 'The line has been merged into the one that it resembles')
    },
  })

  app.route({
    ...endpointRoute(bankLineEndpoints.keepBankLine),
    handler: async (request, reply) => {
      const lineId = parseLineId(request.params.lineId)
      const handled = await handle(request, lineId, { type: 'KeepLine' })
      return send(reply, handled, 'The line is kept apart from the one that it resembles')
    },
  })
}

/**
 * The orders that were approved with this line's money. They stay approved when the line is
 * unmatched, and its money can then pay for another order.
 */
const ordersApprovedWith = async (
  eventStore: EventStore,
  { recorded, allocations }: BankLineState,
): Promise<PayableOrder[]> => {
  const orders = await Promise.all(
    allocations.map(({ orderId }) => readPayableOrder(eventStore, orderId)),
  )
  return orders
    .filter((order) => order !== null)
    .filter(
      ({ status, evidenceLines }) =>
        status !== 'pending' && evidenceLines.includes(recorded.lineId),
    )
}

/** Whether the goods must still be sent, or have been sent. */
const isGoing = ({ status }: PayableOrder) => status === 'confirmed' || status === 'shipped'

const stillApproved = (orderId: string) =>
  conflict(
    `Order ${orderId} was approved with this money: undo its approval, or ask a superadministrator to unmatch the line`,
  )

const approvedWithout = (orderId: string) =>
  `Order ${orderId} stays approved without this money: match other money, or undo the approval`

const ordersPaidBy = ({ allocations }: BankLineState) => allocations.map(({ orderId }) => orderId)

const assertStandsAlone = async (eventStore: EventStore, lineId: string) => {
  const { mergedInto, withdrawn } = await readBankLine(eventStore, lineId)
  if (mergedInto !== null)
    throw conflict('The line that this one resembles was itself merged into another one')
  if (withdrawn) throw conflict('The import of the line that this one resembles was undone')
}

/**
 * Records that all statements that contain the line `from` also contain the line `into`. So `into`
 * stays until the imports of all these statements have been undone.
 */
const shareStatements = async (pool: Pool, { from, into }: { from: string; into: string }) => {
  await pool.query(
    `insert into bank_statement_line (line_id, statement_id)
     select $2, statement_id from bank_statement_line where line_id = $1 on conflict do nothing`,
    [from, into],
  )
}
