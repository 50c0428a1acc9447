import { randomUUID } from 'node:crypto'
import { erased } from '@strand/contracts/erased'
import { isUnavailable } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import type { Origin } from '@strand/platform/http/command-origin'
import { readBankLine } from '../../money/line/handler.ts'
import { freeKobo } from '../../money/line/state.ts'
import type { OrderCommand } from '../decider.ts'
import { handleOrderCommand } from '../handler.ts'
import { paysBackAll } from './open-matching.ts'
import type { OrderMoney } from './order-money.ts'
import { type ToldMemory, tellOfTakenBack } from './tell-taken-back.ts'

export const takenBackLock = 'strand money taken back'

/** Milliseconds between two checks of the read models. */
const pause = 5_000

/** A line that pays for an order, and the debit that took (or may have taken) the money back. */
type Found = {
  orderId: string
  lineId: string
  debitLineId: string
  isCertain: boolean
  position: string
  /** When the order last recorded this loss; empty if the order never did. */
  notedAt: string
}

/** What a process has recorded already, with each order's last change. */
type TakenBackMemory = Set<string>

/**
 * Records on each approved order which of its money the bank took back, or may have taken back.
 * Only the read model knows which debit takes back which credit, because a later statement can show
 * it. The streams know whether the order is approved, whether the line pays for it, and whether the
 * loss is recorded. So any number of processes can do this work and crash at any point, and the
 * read models can be rebuilt. Returns the number of losses that it recorded.
 */
export const noteTakenBack = async (
  money: OrderMoney,
  seen: TakenBackMemory = new Set(),
): Promise<number> => {
  await endDoubts(money)
  let noted = 0
  await handleEach(money, await findTakenBack(money), async (found) => {
    const key = Object.values(found).join(' ')
    if (seen.has(key)) return
    const outcome = await note(money, found)
    if (outcome === 'noted') noted += 1
    if (outcome !== 'unpaid') seen.add(key)
  })
  return noted
}

/** A failure with one row must not block the other rows. */
const handleEach = async <Row>(
  { log }: OrderMoney,
  rows: Row[],
  handle: (row: Row) => Promise<void>,
): Promise<void> => {
  for (const row of rows)
    try {
      await handle(row)
    } catch (error) {
      if (isUnavailable(error)) throw error
      log.error({ err: error, row }, 'money that was taken back could not be recorded')
    }
}

/**
 * SQL: a text without long runs of digits, such as session ids, which differ between otherwise
 * equal transfers.
 */
const alike = (text: string) => `regexp_replace(public.folded(${text}), '[0-9]{6,}', '', 'g')`

/**
 * SQL: whether the transfers like `line` that pay for no order are at least as many as the debits
 * that may be about them. If so, it does not matter which of these transfers the bank took back:
 * the order's own transfer or another like it is still there.
 * - A transfer that is owed back or set aside does not count, because its money is needed
 *   elsewhere.
 * - Without a payer's name, two transfers with the same text may come from two people.
 * - A debit that certainly took back another credit, or that pays back money owed, does not count.
 *   Any other debit of this amount counts, even if it may be about something else.
 */
const isSpared = `(
  select count(*) from read.bank_line spare
  where spare.bank_account_id = line.bank_account_id and spare.amount_kobo = line.amount_kobo
    and spare.perhaps_reversed_by = line.perhaps_reversed_by and spare.reversed_by is null
    and spare.status = 'unmatched' and spare.allocated_kobo = 0
    and ${alike('line.payer')} ~ '[[:alpha:]]{3}' and line.payer <> '${erased}'
    and ${alike('spare.payer')} = ${alike('line.payer')}
    and ${alike('spare.narration')} = ${alike('line.narration')}
) >= (
  select count(*) from read.bank_line other
  where other.bank_account_id = line.bank_account_id and other.amount_kobo = -line.amount_kobo
    and other.booked_on between debit.booked_on - 7 and debit.booked_on + 7
    and other.status not in ('merged', 'withdrawn') and not ${paysBackAll('other')}
    and not exists (
      select from read.bank_line taken
      where taken.bank_account_id = line.bank_account_id and taken.reversed_by = other.line_id)
)`

/**
 * Finds money that the bank took back and that the order has not recorded. Leaves out pending
 * orders: they have no approval that could lose its money. Leaves out an uncertain case if its
 * debit may repeat a known one, or could equally be about a transfer that pays for no order.
 */
const findTakenBack = async ({ pool }: OrderMoney): Promise<Found[]> => {
  const { rows } = await pool
    .query<Found>(
      `select part.order_id as "orderId", line.line_id::text as "lineId",
         debit.line_id::text as "debitLineId", line.reversed_by is not null as "isCertain",
         state.position::text as position, coalesce(known.noticed_at::text, '') as "notedAt"
       from read.bank_line line
       join read.bank_line debit
         on debit.line_id = coalesce(line.reversed_by, line.perhaps_reversed_by)
       join read.bank_allocation part on part.line_id = line.line_id
       join read.order_state state on state.order_id = part.order_id
       left join read.order_taken_back known
         on known.order_id = part.order_id and known.line_id = line.line_id
       where coalesce(line.reversed_by, line.perhaps_reversed_by) is not null
         and (line.reversed_by is not null or debit.status = 'debit' and not ${isSpared})
         and state.status <> 'pending'
         and (known.order_id is null or known.outcome = 'paid-back'
           or line.reversed_by is not null and not known.is_certain
             and coalesce(known.outcome, 'mistaken') = 'mistaken')
       order by line.booked_on, line.line_id, part.order_id`,
    )
    // The tables are missing on the first start, and until the served versions of the read models
    // include them.
    .catch(ifTableMissing({ rows: [] }))
  return rows
}

/**
 * Ends the doubts that a debit raised before staff recorded that all of it pays back money owed. If
 * they undo that, the doubt is found and recorded again.
 */
const endDoubts = async (money: OrderMoney): Promise<void> => {
  const rows = await findDoubts(money, paysBackAll('debit'))
  await handleEach(money, rows, async (doubt) => void (await endDoubt(money, doubt)))
}

/**
 * Ends the doubts that one debit raised, if all of it pays back money owed. The command that
 * records the repayment calls this, so that the counts that its screen reloads no longer include
 * the doubts. If this fails, `endDoubts` ends them later. Returns the log's position after the last
 * change; null if there was none.
 */
export const endDoubtsAbout = async (
  money: OrderMoney,
  debitLineId: string,
): Promise<Position | null> => {
  let endedAt: Position | null = null
  try {
    const rows = await findDoubts(money, 'known.debit_line_id = $1', [debitLineId])
    for (const doubt of rows) endedAt = (await endDoubt(money, doubt)) ?? endedAt
  } catch (err) {
    money.log.warn({ err, debitLineId }, 'doubts about money that was taken back did not end yet')
  }
  return endedAt
}

type Doubt = Pick<Found, 'orderId' | 'lineId' | 'debitLineId'>

const findDoubts = async (
  { pool }: OrderMoney,
  condition: string,
  values: string[] = [],
): Promise<Doubt[]> => {
  const { rows } = await pool
    .query<Doubt>(
      `select known.order_id as "orderId", known.line_id::text as "lineId",
         known.debit_line_id::text as "debitLineId"
       from read.order_taken_back known
       join read.bank_line debit on debit.line_id = known.debit_line_id
       where known.outcome is null and not known.is_certain and ${condition}
       order by known.noticed_at, known.order_id, known.line_id`,
      values,
    )
    .catch(ifTableMissing({ rows: [] }))
  return rows
}

const endDoubt = async (
  money: OrderMoney,
  { orderId, lineId, debitLineId }: Doubt,
): Promise<Position | null> => {
  // The read models may be behind.
  if (freeKobo(await readBankLine(money.eventStore, debitLineId)) > 0) return null
  const command = { type: 'SeeToTakenBack', lineId, outcome: 'paid-back', note: null } as const
  const { events, position } = await handleAlone(money, orderId, lineId, command)
  return events.length > 0 ? position : null
}

/** Handles a command of the shop itself about a line that pays for an order. */
const handleAlone = (
  { eventStore, now }: OrderMoney,
  orderId: string,
  lineId: string,
  command: OrderCommand,
) => {
  // Each try has a new id; the order's state says whether there is anything to record.
  const commandId = `taken-back-${lineId}:${randomUUID()}`
  const origin: Origin = {
    commandId,
    correlationId: commandId,
    at: now(),
    actor: { kind: 'system', id: 'order-money' },
  }
  return handleOrderCommand(eventStore, orderId, command, origin)
}

/**
 * Records one finding. `unpaid`: the read models are behind, and the line no longer pays for the
 * order, or the debit now pays back money owed.
 */
const note = async (
  money: OrderMoney,
  { orderId, lineId, debitLineId, isCertain }: Found,
): Promise<'noted' | 'nothing to note' | 'unpaid'> => {
  const { eventStore } = money
  const { allocations } = await readBankLine(eventStore, lineId)
  const paid = allocations.find((one) => one.orderId === orderId)
  if (!paid) return 'unpaid'
  const debit = await readBankLine(eventStore, debitLineId)
  if (freeKobo(debit) === 0) return 'unpaid'
  const { amountKobo } = paid
  const takenBackOn = debit.recorded.bookedOn
  const what = { lineId, debitLineId, amountKobo, takenBackOn, isCertain }
  const command = { type: 'NoteTakenBack', ...what } as const
  const { events } = await handleAlone(money, orderId, lineId, command)
  return events.length > 0 ? 'noted' : 'nothing to note'
}

/**
 * Keeps recording what the bank took back and telling the superadministrators, in one process at a
 * time.
 */
export const startTakenBack = (money: OrderMoney) => {
  const seen: TakenBackMemory = new Set()
  const told: ToldMemory = new Map()
  return repeatRounds(
    () =>
      transaction(money.pool, async (connection) => {
        if (await tryLockTransaction(connection, takenBackLock)) {
          await noteTakenBack(money, seen)
          await tellOfTakenBack(money, told)
        }
        return pause
      }),
    {
      log: money.log,
      failing: 'money that the bank took back is not recorded on its orders',
      warnEvery: 60_000,
    },
  )
}
