import { RowCommandAnswer } from '@strand/contracts/answer'
import type { Endpoint } from '@strand/contracts/endpoint'
import { approvalProposalEndpoints } from '@strand/contracts/order/approval-proposal'
import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useEffect } from 'react'
import { call, fetchResponse } from '../../../shared/api/client.ts'
import type { CallOf } from '../../../shared/api/endpoint-call.ts'
import { createStore, useStore } from '../../../shared/browser/store.ts'

/** Milliseconds for which a change made in this tab can be undone with one key. */
export const undoTime = 30_000

/** A change of an order that can be undone. The event's position in the log identifies it. */
export type Undoable = {
  orderId: string
  title: string
  position: string
  /** On the clock of `performance.now()`, which nobody sets. */
  until: number
  /** Whether the customer gets a mail about it. */
  isMailed: boolean
  /** An approval that waits for a second person: it is withdrawn. */
  isProposal?: boolean
}

const undoable = createStore<readonly Undoable[]>([])

/** What can still be undone at that time, latest last. */
export const stillUndoable = (all: readonly Undoable[], now: number): readonly Undoable[] =>
  all.filter(({ until }) => until > now)

/** An older change of an order cannot be undone once the order has changed again. */
export const withUndoable = (all: readonly Undoable[], one: Undoable): readonly Undoable[] => [
  ...all.filter(({ orderId }) => orderId !== one.orderId),
  one,
]

/** Sends a command for one order, and offers to undo it. */
export const undoableCommand = async <E extends Endpoint>(
  title: string,
  orderId: string,
  endpoint: E,
  options: CallOf<E>,
  isMailed = false,
): Promise<RowCommandAnswer> => {
  const answer = await fetchResponse(endpoint, options)
  const parsed = RowCommandAnswer.parse(await answer.json())
  const until = performance.now() + undoTime
  const { position } = parsed
  const isProposal = answer.status === 202
  const change = {
    orderId,
    title,
    position,
    until,
    isProposal,
    isMailed: isMailed && !isProposal,
  }
  undoable.set(withUndoable(undoable.get(), change))
  return parsed
}

export const undo = async ({
  orderId,
  position,
  isProposal,
}: Undoable): Promise<RowCommandAnswer> => {
  undoable.set(undoable.get().filter((one) => one.orderId !== orderId))
  if (isProposal) return call(approvalProposalEndpoints.withdrawApproval, { params: { orderId } })
  return call(orderCommandEndpoints.undoOrderChange, { params: { orderId }, body: { position } })
}

/** For orders whose personal data was erased: after that nothing is undone. */
export const forgetUndo = (orderIds: readonly string[]): void =>
  undoable.set(undoable.get().filter(({ orderId }) => !orderIds.includes(orderId)))

export const dismissUndo = (): void => undoable.set([])

/** The change that `z` undoes, or null. It disappears by itself when its time is over. */
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
