import type { CommandAnswer } from '@strand/contracts/answer'
import type { BulkAnswer } from '@strand/contracts/bulk'
import { approvalProposalEndpoints } from '@strand/contracts/order/approval-proposal'
import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useEffect } from 'react'
import { isOutcomeUnknown } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { createStore, useStore } from '../../browser/store.ts'

/** In milliseconds: how long a change that was made in this tab can be undone with one key. */
export const undoTime = 30_000

/** A change to one order or several, which can be undone. */
export type Undoable = {
  /** For each order's id, the log position of its event. */
  orders: Readonly<Record<string, string>>
  title: string
  /**
   * When the offer ends, in the time of `performance.now()`, which ignores changes to the device's
   * clock.
   */
  until: number
  /** Whether the customers get an email about the change. */
  isMailed: boolean
  /**
   * Whether the change is only a first approval, which waits for a second person. To undo it is to
   * withdraw it.
   */
  isProposal?: boolean
  /** Whether a later change has just been undone, so that this one is offered again. */
  isEarlier?: boolean
}

const undoable = createStore<readonly Undoable[]>([])

/** The changes that can be undone at the given time, latest last. */
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

/** Adds a change. Removes its orders from older changes, which can no longer be undone for them. */
export const withUndoable = (all: readonly Undoable[], one: Undoable): readonly Undoable[] => [
  ...without(all, Object.keys(one.orders)),
  one,
]

/**
 * Offers to undo a change.
 *
 * @param since when the change was sent, in the time of `performance.now()`; for several orders,
 *   the delay of the emails begins at that time
 */
export const offerUndo = (change: Omit<Undoable, 'until'>, since = performance.now()): void => {
  if (Object.keys(change.orders).length > 0)
    undoable.set(withUndoable(undoable.get(), { ...change, until: since + undoTime }))
}

/**
 * Undoes a change. `failed` contains the orders that have changed since then. If the change was to
 * a single order, the call rejects instead.
 */
export const undo = async (change: Undoable): Promise<CommandAnswer & Partial<BulkAnswer>> => {
  const rest = without(undoable.get(), Object.keys(change.orders))
  undoable.set(rest.map((one) => ({ ...one, isEarlier: true })))
  try {
    return await sendUndo(change)
  } catch (error) {
    // Offers the undo again, because its outcome is unknown. Pressing the button again repeats the
    // same command.
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

/** Stops offering to undo changes to the given orders, for example because they were erased. */
export const forgetUndo = (orderIds: readonly string[]): void =>
  undoable.set(without(undoable.get(), orderIds))

export const dismissUndo = (): void => undoable.set([])

/**
 * The change that the key `z` undoes; null if there is none. The change becomes null when the offer
 * ends.
 */
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
