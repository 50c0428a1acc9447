import { bankLineEvents, bankLineStream } from '@strand/contracts/money/bank-line.events'
import { OwedState } from '@strand/contracts/order/owed'
import { uuidFrom } from '@strand/event-sourcing/commands/event-id'
import { conflict } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import type { Origin } from '@strand/platform/http/command-origin'
import { assertThere } from '../../money/line/assert-there.ts'
import { type BankLineCommand, bankLineDecider } from '../../money/line/decider.ts'
import { handleBankLineCommand, readBankLine } from '../../money/line/handler.ts'
import { type BankLineState, freeKobo } from '../../money/line/state.ts'
import { waitForReadModel } from '../../shared/read-model.ts'
import { type OrderCommand, owedOf, unknownOwed } from '../decider.ts'
import { readOrder } from '../handler.ts'
import { textSealer } from '../seal-text.ts'
import { type Order, restOf } from '../state.ts'
import { stepOf } from './match-lines.ts'
import { endCommand, endRefused, type OrderMoney } from './order-money.ts'
import { insertRow, type MoneyRow } from './rows.ts'

type Done = { owed: OwedState; position: Position | null }

/** Called before anything is written. Throws if the line would refuse the command. */
const assertPossible = (line: BankLineState, command: BankLineCommand): void =>
  void bankLineDecider.decide(command, line)

/**
 * What a command about a debt will do. `ofLine` changes the bank line before the order changes.
 * Without `ofLine`, the order changes first, and the line is freed afterwards. `row` records that
 * the command has begun.
 */
type Plan = {
  command: OrderCommand
  ofLine?: BankLineCommand
  row: Pick<MoneyRow, 'kind' | 'approving' | 'lines'>
}

/**
 * Runs a command about an order's debt under the order's lock. If the plan changes the line, that
 * change comes first, because it reserves the money; if the order then refuses, the line's change
 * is undone.
 *
 * @param plan makes the steps from the order's state, once per attempt
 */
const changeOwed = (
  money: OrderMoney,
  orderId: string,
  plan: (order: Order) => Promise<Plan>,
  origin: Origin,
): Promise<{ order: Order; position: Position | null; freedAt: Position | null }> =>
  money.underLock(orderId, async () => {
    const begun: MoneyRow[] = []
    let planned: Plan | undefined
    const { state, position } = await money
      .handle(
        orderId,
        async (order) => {
          planned = await plan(order)
          return planned.command
        },
        {
          origin,
          beforeAppend: async () => {
            const [line] = planned?.row.lines ?? []
            if (!planned || !line) throw new Error('a command about a debt must name a bank line')
            const { ofLine, row } = planned
            if (ofLine) assertPossible(await readBankLine(money.eventStore, line.lineId), ofLine)
            begun.push(await insertRow(money, { ...row, orderId, origin }))
            if (ofLine)
              await handleBankLineCommand(money.eventStore, line.lineId, ofLine, stepOf(origin))
          },
        },
      )
      .catch(endRefused(money, begun))
    // If the plan changed the line, line and order agree now that the order's event is appended. If
    // not, the order came first, and the line is freed now.
    const linesAgree = planned?.ofLine !== undefined
    const freedAt = await endCommand(money, begun, { linesAgree })
    if (!state) throw new Error('a command on an order that does not exist')
    return { order: state, position, freedAt }
  })

const shown = ({ orderId, owed }: Order, owedId: string): OwedState => {
  const one = owed.find((other) => other.owedId === owedId)
  if (!one) throw unknownOwed()
  const { lineId, amountKobo } = one
  return { owedId, orderId, lineId, amountKobo, restKobo: restOf(one) }
}

export const oweBack = async (
  money: OrderMoney,
  {
    lineId,
    orderId,
    amountKobo,
    reason: typed,
  }: { lineId: string; orderId: string; amountKobo: number; reason: string },
  origin: Origin,
): Promise<Done> => {
  const seal = textSealer(money.personalData)
  const owedId = uuidFrom(origin.commandId, 'owed')
  const { order, position } = await changeOwed(
    money,
    orderId,
    async (before) => {
      await assertThere(money.pool, [await readBankLine(money.eventStore, lineId)])
      const reason = await seal(before, typed)
      return {
        command: { type: 'OweMoney', owedId, lineId, amountKobo, reason },
        ofLine: { type: 'OweLine', owedId, orderId, amountKobo },
        row: { kind: 'owe', approving: owedId, lines: [{ lineId, amountKobo }] },
      }
    },
    origin,
  )
  return { owed: shown(order, owedId), position }
}

/**
 * Records that a debit pays back a debt. The amount is what is left of the debit or of the debt,
 * whichever is less.
 */
export const payBack = async (
  money: OrderMoney,
  { debitLineId, owedId }: { debitLineId: string; owedId: string },
  origin: Origin,
): Promise<Done> => {
  const orderId = await orderOf(money, owedId)
  const { order, position } = await changeOwed(
    money,
    orderId,
    async (before) => {
      const debit = await readBankLine(money.eventStore, debitLineId)
      const owed = owedOf(before, owedId)
      await assertPaysBack(money, debit, owed.lineId)
      const rest = restOf(owed)
      // An interrupted command may have done the first of its two steps.
      const begun = debit.paysBack.find((part) => part.owedId === owedId)
      const amountKobo = begun?.amountKobo ?? Math.min(freeKobo(debit) || 1, rest)
      return {
        command: { type: 'PayBackMoney', owedId, debitLineId, amountKobo },
        ofLine: { type: 'PayBackByLine', owedId, orderId, amountKobo },
        row: { kind: 'pay-back', approving: owedId, lines: [{ lineId: debitLineId, amountKobo }] },
      }
    },
    origin,
  )
  return { owed: shown(order, owedId), position }
}

/**
 * Throws if the debit took back another customer's transfer: that debit cannot also have paid this
 * debt. A debit that gave back this very credit does pay the debt, whether the shop or the bank
 * sent it.
 */
const assertPaysBack = async (
  { pool }: Pick<OrderMoney, 'pool'>,
  { recorded }: BankLineState,
  owedLineId: string,
): Promise<void> => {
  const { rowCount } = await pool
    .query(
      `select from read.bank_line
       where bank_account_id = $1 and reversed_by = $2 and line_id <> $3 limit 1`,
      [recorded.bankAccountId, recorded.lineId, owedLineId],
    )
    .catch(ifTableMissing({ rowCount: 0 }))
  if (rowCount !== 0)
    throw conflict('The bank took a transfer back with this debit: it cannot pay anything back')
}

/**
 * Undoes a debt, or the record that a debit paid it back. The order comes first: the line is free
 * for something else only after the order agrees. `finishOrderMoney` frees what a crash leaves.
 */
const undoOwed = async (
  money: OrderMoney,
  { orderId, lineId }: { orderId: string; lineId: string },
  plan: (order: Order) => Promise<Plan>,
  origin: Origin,
): Promise<Position | null> => {
  const { position, freedAt } = await changeOwed(money, orderId, plan, origin)
  return freedAt ?? (await freedBefore(money, lineId, origin)) ?? position
}

/** The position at which an earlier attempt of this command freed the line; null if none did. */
const freedBefore = async (
  { eventStore }: OrderMoney,
  lineId: string,
  { commandId }: Origin,
): Promise<Position | null> => {
  const recorded = await eventStore.readStream(bankLineStream(lineId))
  const own = recorded.findLast((stored) =>
    bankLineEvents.decode(stored).metadata.causationId.startsWith(`${commandId}:`),
  )
  return own?.position ?? null
}

/** Undoes a debt. Throws if a part of it has been paid back. */
export const unowe = async (
  money: OrderMoney,
  { lineId, owedId, reason: typed }: { lineId: string; owedId: string; reason: string },
  origin: Origin,
): Promise<Done> => {
  const seal = textSealer(money.personalData)
  const orderId = await orderOf(money, owedId)
  const position = await undoOwed(
    money,
    { orderId, lineId },
    async (order) => {
      const known = owedOf(order, owedId)
      if (known.lineId !== lineId) throw unknownOwed()
      const reason = order.erased ? null : await seal(order, typed)
      return {
        command: { type: 'UnoweMoney', owedId, reason },
        row: { kind: 'owe', approving: owedId, lines: [{ lineId, amountKobo: known.amountKobo }] },
      }
    },
    origin,
  )
  return { owed: { owedId, orderId, lineId, amountKobo: 0, restKobo: 0 }, position }
}

export const undoPayBack = async (
  money: OrderMoney,
  { debitLineId, owedId }: { debitLineId: string; owedId: string },
  origin: Origin,
): Promise<Done> => {
  const orderId = await orderOf(money, owedId)
  const position = await undoOwed(
    money,
    { orderId, lineId: debitLineId },
    async (order) => {
      const part = owedOf(order, owedId).paidBack.find((one) => one.debitLineId === debitLineId)
      const lines = [{ lineId: debitLineId, amountKobo: part?.amountKobo ?? 0 }]
      return {
        command: { type: 'UndoPayBackMoney', owedId, debitLineId },
        row: { kind: 'pay-back', approving: owedId, lines },
      }
    },
    origin,
  )
  return { owed: shown(await readOrder(money.eventStore, orderId), owedId), position }
}

/** The order of a debt, from the read model. Throws `Rejected('not-found')` for an unknown id. */
const orderOf = async ({ pool, eventStore }: OrderMoney, owedId: string): Promise<string> => {
  if (!OwedState.shape.owedId.safeParse(owedId).success) throw unknownOwed()
  const find = async () => {
    const { rows } = await pool
      .query<{ orderId: string }>(
        'select order_id as "orderId" from read.order_owed where owed_id = $1',
        [owedId],
      )
      .catch(ifTableMissing({ rows: [] }))
    return rows[0]?.orderId
  }
  const known = await find()
  if (known !== undefined) return known
  await waitForReadModel('order', { pool, eventStore, timeoutMs: 2_000 })
  const found = await find()
  if (found !== undefined) return found
  throw unknownOwed()
}
