import { evidenceLines } from '@strand/contracts/money/evidence'
import { orderStream } from '@strand/contracts/order/id'
import { eventsOfCommand } from '@strand/event-sourcing/commands/event-id'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { eraseLineText } from '../../money/line/erase-text.ts'
import { handleBankLineCommand } from '../../money/line/handler.ts'
import { readOrder } from '../handler.ts'
import type { Order } from '../state.ts'
import { freeLine, linesPaying, linesToErase, matchAgain, stepOf } from './match-lines.ts'
import type { MoneyOptions } from './options.ts'
import type { MoneyRow } from './rows.ts'

const isArchivedPending = ({ status, archivedFrom }: Order): boolean =>
  status === 'archived' && archivedFrom === 'pending'

const isPaidBy = ({ approval }: Order, lineId: string, approving: string | null): boolean =>
  approval?.commandId === approving &&
  evidenceLines(approval?.evidence ?? null).some((line) => line.lineId === lineId)

/**
 * Makes a command's lines agree with its order, whether the command succeeded or not. For example,
 * frees the lines of an approval that the order does not have, and matches again the lines that
 * were freed for an archiving that was then refused. Safe to repeat, under the order's lock.
 *
 * @returns the log's position after it freed lines of an approval or a debt; null if it freed none
 */
export const makeLinesAgree = async (
  money: MoneyOptions,
  row: MoneyRow,
): Promise<Position | null> => {
  const { orderId, approving, lines, origin } = row
  const order = await readOrder(money.eventStore, orderId)
  switch (row.kind) {
    case 'approve':
    case 'undo': {
      const cause = row.kind === 'approve' ? 'not approved' : 'undone'
      const free = { orderId, cause, approving: approving ?? '' } as const
      let position: Position | null = null
      for (const { lineId } of lines)
        if (!isPaidBy(order, lineId, approving))
          position = (await freeLine(money, lineId, free, origin)) ?? position
      return position
    }
    case 'archive':
      if (isArchivedPending(order))
        for (const { lineId } of await linesPaying(money, order))
          await freeLine(money, lineId, { orderId, cause: 'archived' }, origin)
      else if (!(await isDone(money, row)))
        for (const { lineId } of lines) await matchAgain(money, lineId, orderId, origin)
      return null
    case 'owe':
    case 'pay-back':
      return freeOwed(money, row, order)
    case 'erase':
      if (order.erased)
        for (const { lineId } of await linesToErase(money, order))
          await eraseLineText(money, { lineId, cause: 'order erased', orderId }, stepOf(origin))
      return null
  }
}

/** Frees lines if their debt or repayment never reached the order. */
const freeOwed = async (
  { eventStore }: MoneyOptions,
  { kind, approving, lines, origin }: MoneyRow,
  { owed }: Order,
): Promise<Position | null> => {
  const owedId = approving ?? ''
  const known = owed.find((one) => one.owedId === owedId)
  const command = { type: kind === 'owe' ? 'UnoweLine' : 'UndoPayBack', owedId } as const
  let position: Position | null = null
  for (const { lineId } of lines) {
    const holds =
      kind === 'owe'
        ? known !== undefined
        : known?.paidBack.some((part) => part.debitLineId === lineId)
    if (holds) continue
    const freed = await handleBankLineCommand(eventStore, lineId, command, stepOf(origin))
    if (freed.events.length > 0) position = freed.position
  }
  return position
}

const isDone = async (
  { eventStore }: MoneyOptions,
  { orderId, origin }: MoneyRow,
): Promise<boolean> =>
  eventsOfCommand(await eventStore.readStream(orderStream(orderId)), origin.commandId).length > 0
