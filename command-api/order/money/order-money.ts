import type { MatchingRule } from '@strand/contracts/money/matching/candidate'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { lockTransaction, tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { openPlaces } from '@strand/platform/fairness/places'
import type { Origin } from '@strand/platform/http/command-origin'
import { eraseLineText } from '../../money/line/erase-text.ts'
import type { OrderCommand } from '../decider.ts'
import { type OrderCommandFor, staffCommandHandler } from '../handler.ts'
import { linesOf, type Order, type RecordedOrderEvent } from '../state.ts'
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

/** Each holds a connection while it waits for the log: the others are for what it asks meanwhile. */
const locksAtOnce = 3

const lockName = (orderId: string) => `strand order money ${orderId}`

/**
 * Runs the commands that change an order and the bank lines that pay it, which are streams of their own.
 * A command takes these steps:
 *
 * 1. It takes the order's lock, so that one command at a time changes the order and its lines.
 * 2. It decides on the order's state. A refusal ends here, with nothing written.
 * 3. It writes a row that says what begins (`Begin`), before any line changes.
 * 4. It appends to the streams of the lines.
 * 5. It appends to the order's stream, and deletes the row.
 *
 * If step 4 or 5 is refused, the lines are freed again and the row goes. After a crash, or when nobody
 * knows whether the log has the events, the row stays, and `finishOrderMoney` makes lines and order
 * agree. Decision 217.
 */
export const openOrderMoney = (options: MoneyOptions) => {
  const { pool } = options
  const places = openPlaces({ atOnce: locksAtOnce, queue: 200 })
  const inTurn = <T>(orderId: string, work: () => Promise<T>) =>
    places.use({ client: orderId, network: orderId }, work)
  /** One at a time for each order, in the whole shop. Sorted, so that nobody waits in a circle. */
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
  /** Whether any statement brought a line. */
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
    /** Does nothing while another command has the order's lock. */
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

type Request = {
  origin: Origin
  /** The position of the row that the caller saw. */
  seen?: string | undefined
}

/** Records what begins, before any line changes. */
type Begin = (row: Omit<MoneyRow, 'id'>) => Promise<void>

/**
 * Runs a command on an order that may change bank lines too: it takes the order's lock, decides, and
 * changes the lines before the order's event is appended.
 */
const changeWithLines = (
  money: OrderMoney,
  orderId: string,
  command: OrderCommandFor,
  { origin, seen }: Request,
  {
    changeLines,
    isWhole,
  }: {
    changeLines: (events: RecordedOrderEvent[], order: Order, begin: Begin) => Promise<void>
    isWhole?: (events: RecordedOrderEvent[]) => boolean
  },
) =>
  money.underLockForLines(orderId, () =>
    recordingSteps(
      money,
      (begin) =>
        money.handle(orderId, command, origin, seen, (events, order) =>
          changeLines(events, order, begin),
        ),
      isWhole && (({ events }) => isWhole(events)),
    ),
  )

/**
 * Runs a command that records what it begins, and deletes these rows at its end. A command that is
 * refused in the middle frees its lines before the refusal is passed on.
 *
 * @param isWhole whether the result left lines and order in agreement. If it returns false, they are
 *   made to agree now; without it, the rows stay, and `finishOrderMoney` looks later.
 * @returns the result, and the log's position after lines were freed, or null
 */
export const recordingSteps = async <T>(
  money: OrderMoney,
  run: (begin: Begin) => Promise<T>,
  isWhole?: (result: T) => boolean,
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
    end(agrees).catch((err) => money.log.warn({ err }, 'bank lines wait to agree with an order'))
  try {
    const result = await run(begin)
    // A second attempt may have begun with other lines than the first.
    if (isWhole) await endOrWait(begun.length <= 1 && isWhole(result))
    return { ...result, freedAt }
  } catch (error) {
    if (error instanceof Rejected && error.code !== 'unavailable') await endOrWait(false)
    throw error
  }
}

type ApproveOrder = Extract<OrderCommand, { type: 'ApproveOrder' }>

export type Approval = Request & {
  /** The command for the order's state, once per attempt; may refuse it. */
  command: (order: Order) => Promise<ApproveOrder> | ApproveOrder
  /** The match's rule, if it is known already. */
  rule?: MatchingRule
}

/**
 * Approves an order and matches the lines of its evidence: the lines first, so that no other order
 * takes them, and then the order. A proposal matches nothing yet. A command that would be refused anyway writes
 * nothing, and a refusal in the middle frees what this command matched. Decision 217.
 */
export const approveOrder = (
  money: OrderMoney,
  orderId: string,
  { command, rule, ...request }: Approval,
) =>
  changeWithLines(money, orderId, command, request, {
    changeLines: async ([event], _order, begin) => {
      const isProposal = event?.type === 'OrderApprovalProposed'
      if (!isProposal && event?.type !== 'OrderApproved') return
      const lines = linesOf(event.data.evidence)
      if (lines.length === 0) return
      const { origin } = request
      const approving = origin.commandId
      const plan = await planMatches(money, orderId, lines, { approving, rule })
      if (isProposal) return
      await begin({ kind: 'approve', orderId, approving, lines, origin })
      await matchLines(money, plan, origin)
    },
    isWhole: ([event]) => event?.type === 'OrderApproved',
  })

/**
 * Undoes the last change of an order. Here the order's event comes before the lines, so that no other
 * order takes the money while this one is approved. The lines that the approval matched are freed right
 * after it; lines that were matched by hand stay.
 */
export const undoOrderChange = (
  money: OrderMoney,
  orderId: string,
  position: string,
  request: Request,
) => {
  const { origin } = request
  const command = { type: 'UndoChange', position, at: origin.at.toISOString() } as const
  return changeWithLines(money, orderId, () => command, request, {
    changeLines: async (_events, { lastChange, approval }, begin) => {
      const lines = lastChange.type === 'OrderApproved' ? linesOf(approval?.evidence ?? null) : []
      const approving = approval?.commandId
      if (lines.length === 0 || approving === undefined) return
      await begin({ kind: 'undo', orderId, approving, lines, origin })
    },
    isWhole: () => false,
  })
}

/**
 * Archives a pending order. All lines that pay it are freed first. The row stays, so that a match that no
 * read model shows yet, or that comes at the same moment, is freed soon after.
 */
export const archiveOrder = (
  money: OrderMoney,
  orderId: string,
  command: OrderCommandFor,
  request: Request,
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

/** Destroys the texts of the lines that pay this order alone. Call it before the order's event. */
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
