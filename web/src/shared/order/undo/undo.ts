import type { CommandAnswer } from '@strand/contracts/answer'
import type { BulkAnswer } from '@strand/contracts/bulk'
import { approvalProposalEndpoints } from '@strand/contracts/order/approval-proposal'
import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useEffect } from 'react'
import { isOutcomeUnknown } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { createStore, useStore } from '../../browser/store.ts'

/** Milliseconds for which a change made in this tab can be undone with one key. */
export const undoTime = 30_000

/** A change that can be undone, of one order or of several at once. */
export type Undoable = {
  /** For each order id, the log position of its event, which identifies the change. */
  orders: Readonly<Record<string, string>>
  title: string
  /** When the offer ends, by `performance.now()`, a clock that nobody can set. */
  until: number
  /** Whether the customers get a mail about it. */
  isMailed: boolean
  /** Whether it is an approval that still needs a second person. Undoing withdraws it. */
  isProposal?: boolean
}

const undoable = createStore<readonly Undoable[]>([])

/** The changes that can still be undone at that time, latest last. */
export const stillUndoable = (all: readonly Undoable[], now: number): readonly Undoable[] =>
  all.filter(({ until }) => until > now)

const without = (all: readonly Undoable[], orderIds: readonly string[]): readonly Undoable[] =>
  all
    .map((one) => ({
      ...one,
      orders: Object.fromEntries(
        Object.entries(one.orders).filter(([orderId]) => !orderIds.includes(orderId)),
      ),
    }))
    .filter(({ orders }) => Object.keys(orders).length > 0)

/** Adds a change, and drops older changes of the same orders, which can no longer be undone. */
export const withUndoable = (all: readonly Undoable[], one: Undoable): readonly Undoable[] => [
  ...without(all, Object.keys(one.orders)),
  one,
]

/**
 * Offers to undo a change that was just made.
 *
 * @param since when the change was sent, by `performance.now()`: the shop times the mails about several
 *   orders from when it began
 */
export const offerUndo = (change: Omit<Undoable, 'until'>, since = performance.now()): void => {
  if (Object.keys(change.orders).length > 0)
    undoable.set(withUndoable(undoable.get(), { ...change, until: since + undoTime }))
}

/**
 * Undoes a change. Orders that someone has changed since are in `failed`; for a single order, that is an
 * error instead.
 */
export const undo = async (change: Undoable): Promise<CommandAnswer & Partial<BulkAnswer>> => {
  forgetUndo(Object.keys(change.orders))
  try {
    return await sendUndo(change)
  } catch (error) {
    // It is unknown whether the change was undone, so undo is offered again. Pressing it repeats
    // the same command.
    if (isOutcomeUnknown(error)) undoable.set(withUndoable(undoable.get(), change))
    throw error
  }
}

const sendUndo = ({ orders, isProposal }: Undoable) => {
  const [one, ...more] = Object.entries(orders)
  if (!one || more.length > 0)
    return call(orderCommandEndpoints.undoOrderChanges, { body: { positions: { ...orders } } })
  const [orderId, position] = one
  if (isProposal) return call(approvalProposalEndpoints.withdrawApproval, { params: { orderId } })
  return call(orderCommandEndpoints.undoOrderChange, { params: { orderId }, body: { position } })
}

/**
 * Stops offering to undo changes of these orders. Also called after erasing personal data, when nothing can be
 * undone.
 */
export const forgetUndo = (orderIds: readonly string[]): void =>
  undoable.set(without(undoable.get(), orderIds))

export const dismissUndo = (): void => undoable.set([])

/** The change that `z` undoes, or null. It expires on its own. */
export const useUndoable = (): Undoable | null => {
  const all = useStore(undoable)
  const latest = all.at(-1) ?? null
  useEffect(() => {
    if (!latest) return
    const timer = setTimeout(
      () => undoable.set(stillUndoable(undoable.get(), performance.now())),
      Math.max(0, latest.until - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [latest])
  return latest
}
