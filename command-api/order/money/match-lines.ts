import { randomUUID } from 'node:crypto'
import { bankLineEvents, bankLineStream } from '@strand/contracts/money/bank-line.events'
import type { MatchingRule } from '@strand/contracts/money/matching/candidate'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Origin } from '@strand/platform/http/command-origin'
import { assertMoneyLeft } from '../../money/line/assert-money-left.ts'
import { assertThere } from '../../money/line/assert-there.ts'
import { type BankLineCommand, bankLineDecider } from '../../money/line/decider.ts'
import { handleBankLineCommand, readBankLine } from '../../money/line/handler.ts'
import { ruleOf } from '../../money/line/rule-of.ts'
import { openLineOf } from '../../money/line/shown-line.ts'
import type { BankLineState } from '../../money/line/state.ts'
import { openOrdersOf, readPayableOrder } from '../../shared/order/payable-order.ts'
import type { Order } from '../state.ts'
import { type MoneyOptions, toleranceOf } from './options.ts'
import type { EvidenceLine } from './rows.ts'

/**
 * The origin of a step on a line, with a new id: a refused command that is sent again must match
 * the freed lines again, so its steps must not count as repeated. The line's state says whether
 * there is anything to do.
 */
export const stepOf = (origin: Origin): Origin => ({
  ...origin,
  commandId: `${origin.commandId}:${randomUUID()}`,
})

type Match = EvidenceLine & { orderId: string; approving: string; rule: MatchingRule | 'by hand' }

/**
 * Returns no steps if the line already pays for the order because it was matched by hand or for
 * this approval.
 */
const stepsToMatch = (line: BankLineState, match: Match): BankLineCommand[] => {
  const { orderId, amountKobo, approving, rule } = match
  const known = line.allocations.find((one) => one.orderId === orderId)
  if (known?.approving === null && known.amountKobo >= amountKobo) return []
  if (known?.approving === approving && known.amountKobo === amountKobo) return []
  const matchLine = { type: 'MatchLine', allocations: [{ orderId, amountKobo }], rule, approving }
  if (!known || known.approving === null) return [matchLine as BankLineCommand]
  // A failed command left this match; otherwise the order would not be pending.
  const freed = { type: 'FreeLine', orderId, approving: known.approving, cause: 'not approved' }
  return [freed, matchLine] as BankLineCommand[]
}

/** Throws if the line would refuse a step. */
const assertPossible = (line: BankLineState, steps: BankLineCommand[]): void => {
  let state: BankLineState | null = line
  for (const step of steps)
    state = bankLineDecider.decide(step, state).reduce(bankLineDecider.evolve, state)
}

type MatchingPlan = { lineId: string; steps: BankLineCommand[] }[]

/**
 * Plans what must happen to the lines so that they pay for the order. Writes nothing. Throws 404
 * for an unknown line, and 409 for a line that cannot pay or has lost its money.
 */
export const planMatches = async (
  options: MoneyOptions,
  orderId: string,
  lines: EvidenceLine[],
  { origin, rule }: { origin: Origin; rule: MatchingRule | undefined },
): Promise<MatchingPlan> => {
  const states: BankLineState[] = []
  for (const { lineId } of lines) states.push(await readBankLine(options.eventStore, lineId))
  await assertThere(options.pool, states)
  for (const [at, line] of states.entries()) {
    const { amountKobo } = lines[at] as EvidenceLine
    await assertMoneyLeft(options, line, [{ orderId, amountKobo }], origin)
  }
  const rules = rule ? states.map(() => rule) : await rulesOf(options, orderId, states)
  return lines.map(({ lineId, amountKobo }, at) => {
    const line = states[at] as BankLineState
    const approving = origin.commandId
    const match = { lineId, amountKobo, orderId, approving, rule: rules[at] ?? 'by hand' }
    const steps = stepsToMatch(line, match)
    assertPossible(line, steps)
    return { lineId, steps }
  })
}

const rulesOf = async (options: MoneyOptions, orderId: string, states: BankLineState[]) => {
  const { eventStore, personalData, shopName, shopAccount } = options
  const toleranceKobo = toleranceOf(options)
  const order = await readPayableOrder(eventStore, orderId)
  if (!order) return []
  const orders = await openOrdersOf(personalData, [order])
  const lines = await Promise.all(states.map((line) => openLineOf(personalData, line)))
  const shopNames = [shopName, shopAccount.accountName]
  return lines.map((line) =>
    ruleOf(orders, line, {
      shopNames,
      toleranceKobo,
      otherLines: lines.filter((other) => other !== line),
    }),
  )
}

export const matchLines = async (
  options: Pick<MoneyOptions, 'eventStore' | 'pool'>,
  plan: MatchingPlan,
  origin: Origin,
): Promise<void> => {
  for (const { lineId, steps } of plan)
    for (const step of steps) {
      const take = async (line: BankLineState) => {
        if (step.type === 'MatchLine')
          await assertMoneyLeft(options, line, step.allocations, origin)
        return step
      }
      await handleBankLineCommand(options.eventStore, lineId, take, stepOf(origin))
    }
}

/**
 * Frees a line from an order, unless another command matched it.
 *
 * @returns the position of the recorded event; null if there was nothing to free
 */
export const freeLine = async (
  { eventStore }: Pick<MoneyOptions, 'eventStore'>,
  lineId: string,
  freeing: Omit<Extract<BankLineCommand, { type: 'FreeLine' }>, 'type'>,
  origin: Origin,
): Promise<Position | null> => {
  const command = { type: 'FreeLine', ...freeing } as const
  const freed = await handleBankLineCommand(eventStore, lineId, command, stepOf(origin))
  return freed.events.length > 0 ? freed.position : null
}

/**
 * Matches a line as before, after a command freed it and the order refused the command. Changes
 * nothing if the line or the order has changed since. If someone has used the money in the
 * meantime, the order does not get it back.
 */
export const matchAgain = async (
  { eventStore, log }: Pick<MoneyOptions, 'eventStore' | 'log'>,
  lineId: string,
  orderId: string,
  origin: Origin,
): Promise<void> => {
  const recorded = await eventStore.readStream(bankLineStream(lineId))
  const said = recorded.map((stored) => bankLineEvents.decode(stored))
  const matches = said.flatMap(({ event }) => (event.type === 'BankLineMatched' ? [event] : []))
  const matched = matches.findLast(({ data }) =>
    data.allocations.some((allocation) => allocation.orderId === orderId),
  )
  const last = said.findLast(
    ({ event }) =>
      event === matched ||
      (event.type === 'BankLineUnmatched' && event.data.orderIds.includes(orderId)),
  )
  const isOwn = last?.metadata.causationId.startsWith(`${origin.commandId}:`)
  if (!matched || last?.event.type !== 'BankLineUnmatched' || !isOwn) return
  const { rule, approving } = matched.data
  const allocations = matched.data.allocations.filter((one) => one.orderId === orderId)
  const match = { type: 'MatchLine', allocations, rule, approving } as const
  await handleBankLineCommand(eventStore, lineId, match, stepOf(origin)).catch((error) => {
    if (!(error instanceof Rejected) || error.code === 'unavailable') throw error
    log.error({ err: error, lineId, orderId }, 'a freed bank line cannot pay for its order again')
  })
}

/** The maximum number of lines that are searched for. Any further lines stay matched. */
const maxLines = 1_000

/**
 * The lines that pay for an order, among those in the read model and those that the order's stream
 * names.
 */
export const linesPaying = async (
  { eventStore, pool }: { eventStore: EventStore; pool: Pool },
  { orderId, namedLines }: Pick<Order, 'orderId' | 'namedLines'>,
): Promise<EvidenceLine[]> => {
  const { rows } = await pool
    .query<{ line_id: string }>(
      `select line_id::text from read.bank_allocation where order_id = $1 limit ${maxLines}`,
      [orderId],
    )
    // The table is missing on the first start, and until the served version of the read model
    // includes it.
    .catch(ifTableMissing({ rows: [] }))
  const found: EvidenceLine[] = []
  for (const lineId of new Set([...namedLines, ...rows.map((row) => row.line_id)])) {
    const { allocations } = await readBankLine(eventStore, lineId)
    const paid = allocations.find((one) => one.orderId === orderId)
    if (paid) found.push({ lineId, amountKobo: paid.amountKobo })
  }
  return found
}

/**
 * Lines whose texts may be erased with the order: those that pay for it, and those of its debts.
 */
export const linesToErase = async (
  options: { eventStore: EventStore; pool: Pool },
  order: Pick<Order, 'orderId' | 'namedLines' | 'owed'>,
): Promise<{ lineId: string }[]> => {
  const paying = await linesPaying(options, order)
  const owed = order.owed.flatMap(({ lineId, paidBack }) => [
    lineId,
    ...paidBack.map(({ debitLineId }) => debitLineId),
  ])
  const ids = new Set([...paying.map(({ lineId }) => lineId), ...owed])
  return [...ids].map((lineId) => ({ lineId }))
}
