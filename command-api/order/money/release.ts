import type { Origin } from '@strand/platform/http/command-origin'
import { eraseLineText } from '../../money/line/erase-text.ts'
import { linesOf } from '../decisions/approval-state.ts'
import type { OrderCommandFor } from '../handler.ts'
import type { Order } from '../state.ts'
import { freeLine, linesPaying, linesToErase, stepOf } from './lines.ts'
import { changeWithLines, type OrderMoney } from './order-money.ts'
import { type EvidenceLine, insertRow } from './rows.ts'

type Request = { origin: Origin; seen: string | undefined }

/**
 * Undoes the last change of an order. Of an approval, what its command matched is free again soon after,
 * and usually at once; what was matched by hand stays. The order comes first: while it is approved, no
 * other order can take its money.
 */
export const undoOrderChange = (
  money: OrderMoney,
  orderId: string,
  position: string,
  { origin, seen }: Request,
) => {
  const command = { type: 'UndoChange', position, at: origin.at.toISOString() } as const
  return changeWithLines(money, orderId, {
    command: () => command,
    origin,
    seen,
    changeLines: async ({ order, lock, begin }) => {
      const { lines, approving } = matchedBy(order)
      if (lines.length === 0 || approving === undefined) return 'append'
      if (await lock()) return 'look again'
      await begin({ kind: 'undo', orderId, approving, lines, origin })
      return 'append'
    },
    isWhole: () => false,
  })
}

/** The lines of the approval that was the order's last change. */
const matchedBy = ({ lastChange, approval }: Order) => ({
  lines: lastChange.type === 'OrderApproved' ? linesOf(approval?.evidence ?? null) : [],
  approving: approval?.commandId,
})

/**
 * Archives a pending order, and frees all lines that pay it before. A match that no read model shows
 * yet, or that comes at the same moment, is freed soon after: what is recorded stays for that.
 */
export const archiveOrder = (
  money: OrderMoney,
  orderId: string,
  command: OrderCommandFor,
  { origin, seen }: Request,
) =>
  changeWithLines(money, orderId, {
    command,
    origin,
    seen,
    changeLines: async ({ order, lock, begin }) => {
      const lines = await linesOfOrder(money, order)
      if (lines === null) return 'append'
      if (lines.length > 0 && (await lock())) return 'look again'
      await begin({ kind: 'archive', orderId, approving: null, lines, origin })
      for (const { lineId } of lines)
        await freeLine(money, lineId, { orderId, cause: 'archived' }, origin)
      return 'append'
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
