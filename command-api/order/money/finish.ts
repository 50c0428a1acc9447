import { conflict, isUnavailable, Rejected } from '@strand/event-sourcing/errors'
import { readServing } from '@strand/event-sourcing/processors/report'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import { isThere } from '../../money/line/assert-there.ts'
import { readBankLine } from '../../money/line/handler.ts'
import { fourEyesOf } from '../approval/four-eyes.ts'
import { type BeforeOrderAppend, handleOrderCommand, readOrder } from '../handler.ts'
import type { Order } from '../state.ts'
import { makeLinesAgree } from './lines-agree.ts'
import { toleranceOf } from './options.ts'
import type { OrderMoney } from './order-money.ts'
import { deleteRow, dueRows, hasRow, type MoneyRow, postponeRow } from './rows.ts'

const batchSize = 50
/** Milliseconds between two rounds. */
const pause = 2_000

/**
 * The process manager of money: completes interrupted commands that began to change an order or its
 * lines over 30 s ago. It approves a pending order if all the lines of its approval were matched;
 * otherwise it frees what the command matched. For archived and erased orders, it looks once more
 * for lines to free. Manual matches stay. Any number of processes can run it. Decision 217.
 */
export const finishOrderMoney = async (money: OrderMoney): Promise<void> => {
  const due = await dueRows(money, batchSize)
  for (const row of due)
    await money
      .unlessLocked(row.orderId, async () => {
        // Another process may have been faster.
        if (await hasRow(money, row)) await finish(money, row)
      })
      .catch(async (error) => {
        if (isUnavailable(error)) throw error
        money.log.error({ err: error, row }, 'a command on money could not be completed')
        // A failure must not block the other commands.
        await postponeRow(money, row)
      })
}

const finish = async (money: OrderMoney, row: MoneyRow): Promise<void> => {
  if (row.kind === 'approve') await approveIfMatched(money, row)
  await makeLinesAgree(money, row)
  const waits = row.kind === 'archive' || row.kind === 'erase'
  const isLast = !waits || (await isShown(money, row))
  if (isLast) await deleteRow(money, row)
  else await postponeRow(money, row)
}

/**
 * Approves the order if the command had matched all lines. If the order refuses, the lines are
 * freed; this does not count as a failure. An automatic approval is never completed, because the
 * next round must check again whether the money is there.
 */
const approveIfMatched = async (money: OrderMoney, row: MoneyRow): Promise<void> => {
  const { orderId, lines, origin } = row
  if (origin.actor.kind === 'system') return
  const { status } = await readOrder(money.eventStore, orderId)
  if (status !== 'pending' || !(await areMatched(money, row))) return
  const { undoSeconds, now } = money
  const approve = async (order: Order) => {
    const fourEyes = await fourEyesOf(money, order, origin)
    const toleranceKobo = toleranceOf(money)
    return { type: 'ApproveOrder', fourEyes, evidence: { lines }, toleranceKobo } as const
  }
  const assertApproved: BeforeOrderAppend = async ([event]) => {
    if (event?.type !== 'OrderApproved') throw conflict('The first approval was withdrawn')
  }
  // The time for an undo begins now, not at the first approval.
  const late = { ...origin, at: now() }
  await handleOrderCommand(money.eventStore, orderId, approve, late, {
    undoSeconds,
    beforeAppend: assertApproved,
  }).catch((error) => {
    if (!(error instanceof Rejected) || isUnavailable(error)) throw error
  })
}

/**
 * Whether every line pays for the order as the command says, and at least one does so because of
 * this command.
 */
const areMatched = async (
  { eventStore, pool }: OrderMoney,
  { orderId, approving, lines }: MoneyRow,
) => {
  let matched = 0
  for (const { lineId, amountKobo } of lines) {
    const line = await readBankLine(eventStore, lineId)
    if (!(await isThere(pool, line))) return false
    const { allocations } = line
    const paid = allocations.find((one) => one.orderId === orderId)
    if (!paid || paid.amountKobo < amountKobo) return false
    if (paid.approving === approving) matched += 1
    else if (paid.approving !== null) return false
  }
  return matched > 0
}

/**
 * Whether the read model has reached the order's archiving or erasure, and so shows all lines that
 * paid for it.
 */
const isShown = async ({ eventStore, pool }: OrderMoney, { orderId }: MoneyRow) => {
  const { rows } = await pool.query<{ exists: boolean }>(
    `select to_regclass('read.bank_allocation') is not null as exists`,
  )
  if (!rows[0]?.exists) return false
  const { lastChange } = await readOrder(eventStore, orderId)
  const bank = (await readServing(pool)).find(({ name }) => name === 'bank')
  return bank !== undefined && bank.position >= BigInt(lastChange.position ?? 0)
}

export const startOrderMoney = (money: OrderMoney) =>
  repeatRounds(
    async () => {
      await finishOrderMoney(money)
      return pause
    },
    { log: money.log, failing: 'unfinished commands on money are waiting' },
  )
