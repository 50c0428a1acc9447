import type { Origin } from '@strand/platform/http/command-origin'
import { eraseLineText } from '../../money/line/erase-text.ts'
import { orderDecider } from '../decider.ts'
import { linesOf } from '../decisions/approval-state.ts'
import type { OrderCommand } from '../decisions/command.ts'
import type { Order } from '../state.ts'
import { freeLine, linesPaying, linesToErase, stepOf } from './lines.ts'
import { lockingForLines, noting, type OrderMoney } from './order-money.ts'
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
  return lockingForLines(money, orderId, (lock) =>
    noting(
      money,
      (begin) =>
        money.handle(
          orderId,
          async (order) => {
            // Before anything is written.
            orderDecider.decide(command, order)
            const { lines, approving } = matchedBy(order)
            if (lines.length === 0 || approving === undefined) return command
            lock()
            await begin({ kind: 'undo', orderId, approving, lines, origin })
            return command
          },
          origin,
          seen,
        ),
      () => false,
    ),
  )
}

/** The lines of the approval that was the order's last change. */
const matchedBy = ({ lastChange, approval }: Order) => ({
  lines: lastChange.type === 'OrderApproved' ? linesOf(approval?.evidence ?? null) : [],
  approving: approval?.commandId,
})

/**
 * Archives a pending order, and frees all lines that pay it before. A match that no read model shows
 * yet, or that comes at the same moment, is freed soon after: what is noted stays for that.
 */
export const archiveOrder = (
  money: OrderMoney,
  orderId: string,
  command: (order: Order) => Promise<OrderCommand>,
  { origin, seen }: Request,
) =>
  lockingForLines(money, orderId, (lock) =>
    noting(money, (begin) =>
      money.handle(
        orderId,
        async (order) => {
          const archive = await command(order)
          orderDecider.decide(archive, order)
          const lines = await linesOfOrder(money, order)
          if (lines === null) return archive
          if (lines.length > 0) lock()
          await begin({ kind: 'archive', orderId, approving: null, lines, origin })
          for (const { lineId } of lines)
            await freeLine(money, lineId, { orderId, cause: 'archived' }, origin)
          return archive
        },
        origin,
        seen,
      ),
    ),
  )

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
