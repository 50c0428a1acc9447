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
import { evidenceLines, type Order, type RecordedOrderEvent } from '../state.ts'
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
 * Each lock holds a connection while its command waits for the log, so enough other connections
 * must be left for the commands' own queries.
 */
const locksAtOnce = 3

const lockName = (orderId: string) => `strand order money ${orderId}`

/**
 * Runs the commands that change an order and the bank lines that pay for it, each of which has its
 * own stream. A command takes these steps:
 * 1. It takes the order's lock, so that one command at a time changes the order and its lines.
 * 2. It decides on the order's state. A refusal ends here, with nothing written.
 * 3. It writes a row that says what is about to happen (`Begin`), before any line changes.
 * 4. It appends to the streams of the lines.
 * 5. It appends to the order's stream, and deletes the row.
 *
 * If step 4 or 5 is refused, the lines are freed again and the row is deleted. After a crash, or if
 * it is unknown whether the log has the events, the row stays, and `finishOrderMoney` makes lines
 * and order agree. Decision 217.
 */
export const openOrderMoney = (options: MoneyOptions) => {
  const { pool } = options
  const places = openPlaces({ atOnce: locksAtOnce, queue: 200 })
  const inTurn = <T>(orderId: string, work: () => Promise<T>) =>
    places.use({ client: orderId, network: orderId }, work)
  /**
   * Runs one command at a time for each order in the whole shop. Ids are sorted, so that commands
   * never wait for each other in a circle.
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
  /** Whether any statement has brought a line. */
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
    /** Does nothing while another command holds the order's lock. */
    unlessLocked: (orderId: string, work: () => Promise<void>): Promise<void> =>
      inTurn(orderId, () =>
        transaction(pool, async (connection) => {
          if (await tryLockTransaction(connection, lockName(orderId), 'hashtextextended'))
            await work()
        }),
      ),
    hasBankLines,
    /** Like `underLock`; in a shop without bank lines, the work runs without the lock. */
    underLockForLines: async <T>(orderId: string, work: () => Promise<T>): Promise<T> =>
      (await hasBankLines()) ? underLock(orderId, work) : work(),
  }
}

export type OrderMoney = ReturnType<typeof openOrderMoney>

/** Records what is about to happen, before any line changes. */
type Begin = (row: Omit<MoneyRow, 'id'>) => Promise<void>

/**
 * Runs a command on an order that may change bank lines too: takes the order's lock, decides, and
 * changes the lines before the order's event is appended.
 */
const changeWithLines = (
  money: OrderMoney,
  orderId: string,
  command: OrderCommandFor,
  request: StaffRequest,
  {
    changeLines,
    linesAgree,
  }: {
    changeLines: (events: RecordedOrderEvent[], order: Order, begin: Begin) => Promise<void>
    linesAgree?: (events: RecordedOrderEvent[]) => boolean
  },
) =>
  money.underLockForLines(orderId, () =>
    recordingSteps(
      money,
      (begin) =>
        money.handle(orderId, command, request, (events, order) =>
          changeLines(events, order, begin),
        ),
      linesAgree && (({ events }) => linesAgree(events)),
    ),
  )

/**
 * Runs a command that records what it begins, and deletes these rows at its end. If the command is
 * refused in the middle, its lines are freed before the refusal is thrown.
 * @param linesAgree whether the result left lines and order in agreement. If it returns false, they
 * are made to agree now. Without it, the rows stay, and `finishOrderMoney` handles them later.
 * @returns the result, and the log's position after lines were freed, or null
 */
export const recordingSteps = async <T>(
  money: OrderMoney,
  run: (begin: Begin) => Promise<T>,
  linesAgree?: (result: T) => boolean,
): Promise<T & { freedAt: Position | null }> => {
  const begun: MoneyRow[] = []
  const begin: Begin = async (row) => {
    begun.push(await insertRow(money, row))
  }
  let freedAt: Position | null = null
  const end = async (agrees: boolean) => {
    for (const row of begun) {
      if (!agrees) freedAt = (await makeLinesAgree(money, row)) ?? freedAt
      await deleteRow(money, row)
    }
  }
  const endOrWait = (agrees: boolean) =>
    end(agrees).catch((err) =>
      money.log.warn({ err }, 'bank lines do not agree with their order yet'),
    )
  try {
    const result = await run(begin)
    // A second attempt may have begun with different lines from the first.
    if (linesAgree) await endOrWait(begun.length <= 1 && linesAgree(result))
    return { ...result, freedAt }
  } catch (error) {
    if (error instanceof Rejected && error.code !== 'unavailable') await endOrWait(false)
    throw error
  }
}

type ApproveOrder = Extract<OrderCommand, { type: 'ApproveOrder' }>

type Approval = StaffRequest & {
  /** Builds the command from the order's state, once per attempt; may refuse it. */
  command: (order: Order) => Promise<ApproveOrder> | ApproveOrder
  /** The match's rule, if it is already known. */
  rule?: MatchingRule
}

/**
 * Approves an order with the lines of its evidence. The lines are matched first, so that no other
 * order can take them. A proposal matches nothing yet. A command that will be refused writes
 * nothing, and a refusal in the middle frees what this command matched. Decision 217.
 */
export const approveWithLines = (
  money: OrderMoney,
  orderId: string,
  { command, rule, ...request }: Approval,
) =>
  changeWithLines(money, orderId, command, request, {
    changeLines: async ([event], _order, begin) => {
      const isProposal = event?.type === 'OrderApprovalProposed'
      if (!isProposal && event?.type !== 'OrderApproved') return
      const lines = evidenceLines(event.data.evidence)
      if (lines.length === 0) return
      const { origin } = request
      const approving = origin.commandId
      const plan = await planMatches(money, orderId, lines, { approving, rule })
      if (isProposal) return
      await begin({ kind: 'approve', orderId, approving, lines, origin })
      await matchLines(money, plan, origin)
    },
    linesAgree: ([event]) => event?.type === 'OrderApproved',
  })

/**
 * Undoes an order's last change. Here the order's event comes before the lines, so that no other
 * order can take the money while this one is still approved. The lines that the approval matched
 * are freed right after it; manual matches stay.
 */
export const undoOrderChange = (
  money: OrderMoney,
  orderId: string,
  position: string,
  request: StaffRequest,
) => {
  const { origin } = request
  const command = { type: 'UndoChange', position, at: origin.at.toISOString() } as const
  return changeWithLines(money, orderId, () => command, request, {
    changeLines: async (_events, { lastChange, approval }, begin) => {
      const lines =
        lastChange.type === 'OrderApproved' ? evidenceLines(approval?.evidence ?? null) : []
      const approving = approval?.commandId
      if (lines.length === 0 || approving === undefined) return
      await begin({ kind: 'undo', orderId, approving, lines, origin })
    },
    linesAgree: () => false,
  })
}

/**
 * Archives a pending order and first frees all lines that pay for it. The row stays, so that a match
 * that no read model shows yet, or that comes at the same moment, is freed soon after.
 */
export const archiveOrder = (
  money: OrderMoney,
  orderId: string,
  command: OrderCommandFor,
  request: StaffRequest,
) =>
  changeWithLines(money, orderId, command, request, {
    changeLines: async (_events, order, begin) => {
      const lines = await linesOfOrder(money, order)
      if (lines === null) return
      const { origin } = request
      await begin({ kind: 'archive', orderId, approving: null, lines, origin })
      for (const { lineId } of lines)
        await freeLine(money, lineId, { orderId, cause: 'archived' }, origin)
    },
  })

/** Null in a shop without bank lines. */
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
