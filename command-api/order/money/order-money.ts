import { evidenceLines } from '@strand/contracts/money/evidence'
import type { MatchingRule } from '@strand/contracts/money/matching/candidate'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { lockTransaction, tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { openPlaces } from '@strand/platform/fairness/places'
import type { Origin } from '@strand/platform/http/command-origin'
import { eraseLineText } from '../../money/line/erase-text.ts'
import type { OrderCommand } from '../decider.ts'
import { type OrderCommandFor, type StaffRequest, staffCommandHandler } from '../handler.ts'
import type { Order } from '../state.ts'
import { makeLinesAgree } from './lines-agree.ts'
import {
  freeLine,
  linesPaying,
  linesToErase,
  matchLines,
  planMatches,
  stepOf,
} from './match-lines.ts'
import type { MoneyOptions } from './options.ts'
import { deleteRow, type EvidenceLine, insertRow, type MoneyRow } from './rows.ts'

/**
 * How many orders' locks a process holds at the same time. Each lock holds a database connection
 * while its command waits for the log, and commands need other connections for their own queries.
 */
const locksAtOnce = 3

const lockName = (orderId: string) => `strand order money ${orderId}`

/** What the commands below share: the orders' locks, and the handler for commands from staff. */
export const openOrderMoney = (options: MoneyOptions) => {
  const { pool } = options
  const places = openPlaces({ atOnce: locksAtOnce, queue: 200 })
  const inTurn = <T>(orderId: string, work: () => Promise<T>) =>
    places.use({ client: orderId, network: orderId }, work)
  /**
   * Runs one command at a time for each order, in the whole shop. Takes the locks in the order of
   * the ids, so that commands cannot deadlock.
   */
  const underLocks = <T>(orderIds: string[], work: () => Promise<T>): Promise<T> =>
    inTurn(orderIds.toSorted().join(' '), () =>
      transaction(pool, async (connection) => {
        for (const orderId of orderIds.toSorted())
          await lockTransaction(connection, lockName(orderId), 'hashtextextended')
        return work()
      }),
    )
  const underLock = <T>(orderId: string, work: () => Promise<T>) => underLocks([orderId], work)
  let hasLines = false
  const hasBankLines = async (): Promise<boolean> => {
    if (hasLines) return true
    const { rows } = await pool.query<{ any: boolean }>(
      'select exists (select from bank_line) as any',
    )
    hasLines = rows[0]?.any === true
    return hasLines
  }
  return {
    ...options,
    handle: staffCommandHandler(options),
    underLock,
    underLocks,
    unlessLocked: (orderId: string, work: () => Promise<void>): Promise<void> =>
      inTurn(orderId, () =>
        transaction(pool, async (connection) => {
          if (await tryLockTransaction(connection, lockName(orderId), 'hashtextextended'))
            await work()
        }),
      ),
    hasBankLines,
    /** Like `underLock`, but in a shop without bank lines the work runs without the lock. */
    underLockForLines: async <T>(orderId: string, work: () => Promise<T>): Promise<T> =>
      (await hasBankLines()) ? underLock(orderId, work) : work(),
  }
}

export type OrderMoney = ReturnType<typeof openOrderMoney>

type ApproveOrder = Extract<OrderCommand, { type: 'ApproveOrder' }>

type Approval = StaffRequest & {
  /**
   * Makes the command from the order's state, once per attempt. May throw instead, to refuse the
   * request.
   */
  command: (order: Order) => Promise<ApproveOrder> | ApproveOrder
  rule?: MatchingRule
}

/*
 * The commands below change an order and the bank lines that pay for it, each of which has its own
 * stream. They take these steps:
 * 1. Take the order's lock, so that one command at a time changes the order and its lines.
 * 2. Decide, based on the order's state. A command that is refused ends here, with nothing written.
 * 3. Write a row that says what will happen, before any line changes.
 * 4. Append to the streams of the lines.
 * 5. Append to the order's stream, and delete the row.
 *
 * If step 4 or 5 is refused, the lines are freed again and the row is deleted. After a crash, or if
 * it is unknown whether the log has the events, the row stays, and `finishOrderMoney` makes lines
 * and order agree. Decision 217.
 */

/**
 * Approves an order with the lines of its evidence. It matches the lines first, so that no other
 * order can take them; a proposal matches none. A command that must be refused writes nothing. If a
 * later step is refused, the lines that the command matched are freed. Decision 217.
 */
export const approveWithLines = (
  money: OrderMoney,
  orderId: string,
  { command, rule, origin, seen }: Approval,
) =>
  money.underLockForLines(orderId, async () => {
    const begun: MoneyRow[] = []
    const handled = await money
      .handle(orderId, command, {
        origin,
        seen,
        beforeAppend: async ([event]) => {
          const isProposal = event?.type === 'OrderApprovalProposed'
          if (!isProposal && event?.type !== 'OrderApproved') return
          const lines = evidenceLines(event.data.evidence)
          if (lines.length === 0) return
          const plan = await planMatches(money, orderId, lines, { origin, rule })
          if (isProposal) return
          const approving = origin.commandId
          begun.push(await insertRow(money, { kind: 'approve', orderId, approving, lines, origin }))
          await matchLines(money, plan, origin)
        },
      })
      .catch(endRefused(money, begun))
    const isApproved = handled.events[0]?.type === 'OrderApproved'
    return { ...handled, freedAt: await endCommand(money, begun, { linesAgree: isApproved }) }
  })

/**
 * Undoes the last change to an order. The order's event comes before the lines, so that no other
 * order can take the money while this one is still approved. The lines that the approval matched
 * are freed right after; manual matches stay.
 */
export const undoOrderChange = (
  money: OrderMoney,
  orderId: string,
  position: string,
  { origin, seen }: StaffRequest,
) =>
  money.underLockForLines(orderId, async () => {
    const begun: MoneyRow[] = []
    const command = { type: 'UndoChange', position, at: origin.at.toISOString() } as const
    const handled = await money
      .handle(orderId, () => command, {
        origin,
        seen,
        beforeAppend: async (_events, { lastChange, approval }) => {
          if (lastChange.type !== 'OrderApproved') return
          const lines = evidenceLines(approval?.evidence ?? null)
          const approving = approval?.commandId
          if (lines.length === 0 || approving === undefined) return
          begun.push(await insertRow(money, { kind: 'undo', orderId, approving, lines, origin }))
        },
      })
      .catch(endRefused(money, begun))
    return { ...handled, freedAt: await endCommand(money, begun, { linesAgree: false }) }
  })

/**
 * Archives a pending order; first frees all lines that pay for it. The row of the command stays: a
 * match that no read model shows yet, or that comes at the same moment, is freed a little later.
 */
export const archiveOrder = (
  money: OrderMoney,
  orderId: string,
  command: OrderCommandFor,
  { origin, seen }: StaffRequest,
) =>
  money.underLockForLines(orderId, () => {
    const begun: MoneyRow[] = []
    return money
      .handle(orderId, command, {
        origin,
        seen,
        beforeAppend: async (_events, order) => {
          const lines = await linesOfOrder(money, order)
          if (lines === null) return
          const row = { kind: 'archive', orderId, approving: null, lines, origin } as const
          begun.push(await insertRow(money, row))
          for (const { lineId } of lines)
            await freeLine(money, lineId, { orderId, cause: 'archived' }, origin)
        },
      })
      .catch(endRefused(money, begun))
  })

/**
 * Ends a command: makes its lines agree with the order, and deletes its rows. If this fails, the
 * rows stay, and `finishOrderMoney` handles them later.
 *
 * @param begun a row for each attempt that began to change lines
 * @param options.linesAgree whether the lines agree already
 * @returns the log's position after lines were freed; null if none were
 */
export const endCommand = async (
  money: OrderMoney,
  begun: MoneyRow[],
  { linesAgree }: { linesAgree: boolean },
): Promise<Position | null> => {
  let freedAt: Position | null = null
  try {
    for (const row of begun) {
      // A second attempt may have begun with different lines.
      if (!linesAgree || begun.length > 1) freedAt = (await makeLinesAgree(money, row)) ?? freedAt
      await deleteRow(money, row)
    }
  } catch (err) {
    money.log.warn({ err }, 'bank lines do not agree with their order yet')
  }
  return freedAt
}

/**
 * Ends a refused command: frees its lines, and throws the refusal. If it is unknown whether the log
 * has the events, the rows stay.
 */
export const endRefused =
  (money: OrderMoney, begun: MoneyRow[]) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Rejected && error.code !== 'unavailable')
      await endCommand(money, begun, { linesAgree: false })
    throw error
  }

/** The lines that pay for an order; null in a shop without bank lines. */
const linesOfOrder = async (money: OrderMoney, order: Order): Promise<EvidenceLine[] | null> =>
  order.namedLines.length > 0 || (await money.hasBankLines()) ? linesPaying(money, order) : null

/**
 * Destroys the texts of the lines that pay only for this order. Call it before appending the
 * order's event.
 */
export const eraseLinesOfOrder = async (
  money: OrderMoney,
  order: Order,
  origin: Origin,
): Promise<void> => {
  const lines = await linesOfOrder(money, order)
  if (lines === null) return
  const { orderId } = order
  await insertRow(money, { kind: 'erase', orderId, approving: null, lines, origin })
  for (const { lineId } of await linesToErase(money, order))
    await eraseLineText(money, { lineId, cause: 'order erased', orderId }, stepOf(origin))
}
