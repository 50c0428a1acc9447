import type { Evidence } from '@strand/contracts/money/evidence'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import { forgetSentForm } from '../../../shared/forms/form-draft.ts'
import {
  type OnFailed,
  type RowActions,
  type RowAnswer,
  useRowActions,
} from '../../../shared/list/bulk/use-row-actions.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import {
  approveOrder,
  archiveOrder,
  archiveOrders,
  eraseOrders,
  restoreOrder,
  restoreOrders,
  withdrawApproval,
} from '../order-calls.ts'

export type OrderAction = 'approve' | 'withdraw' | 'archive' | 'restore'
export type BulkOrderAction = 'archive' | 'restore' | 'erase'

/**
 * What a person adds to an action: the reason for archiving, or the evidence for an approval.
 * `draft` is the form whose dialog stays open until the action has succeeded.
 */
export type ActionDetails = {
  why?: ArchiveReason | undefined
  evidence?: Evidence | null
  draft?: string
}

/** The draft of an action's dialog. */
export const draftOf = (action: 'approve' | 'archive', orderId: string) => `${action}.${orderId}`

/**
 * Forgets the draft once the shop has accepted the command. The dialog closes only after the lists have
 * reloaded, and a reload or sign-in before that must not reopen it.
 */
const forgettingDraft = async <Answer>(
  sent: Promise<Answer>,
  draft: string | undefined,
): Promise<Answer> => {
  const answer = await sent
  if (draft) forgetSentForm(draft)
  return answer
}

const actions: RowActions<OrderAction, BulkOrderAction, ActionDetails> = {
  one: {
    approve: (id, details) => forgettingDraft(approveOrder(id, details?.evidence), details?.draft),
    withdraw: withdrawApproval,
    archive: (id, details) => forgettingDraft(archiveOrder(id, details?.why), details?.draft),
    restore: restoreOrder,
  },
  many: {
    archive: (ids, details) => archiveOrders(ids, details?.why),
    restore: restoreOrders,
    erase: eraseOrders,
  },
  titles: {
    approve: 'Approved',
    withdraw: 'Withdrawn',
    archive: 'Archived',
    restore: 'Restored',
    erase: 'Deleted',
  },
}

export const useOrderActions = () => useRowActions(actions, { queryKey: ordersKey })

/** The key of the review queue's list. */
export const reviewKey = [...ordersKey, 'review'] as const

type ReviewDecision = Exclude<OrderAction, 'restore'>

/** Shows no toast on success, because the queue moves on and its bar offers the undo. */
const shownByQueue =
  (action: ReviewDecision) =>
  async (id: string, details?: ActionDetails): Promise<RowAnswer> => ({
    ...(await actions.one[action](id, details)),
    notice: null,
  })

const reviewActions: RowActions<ReviewDecision, never, ActionDetails> = {
  one: {
    approve: shownByQueue('approve'),
    withdraw: shownByQueue('withdraw'),
    archive: shownByQueue('archive'),
  },
  many: {},
  titles: actions.titles,
}

/**
 * The same actions for the review queue, which moves on at once and offers to undo them. Its own list is not
 * reloaded, because that would bring new links and load the next proofs again.
 */
export const useReviewActions = (onFailed: OnFailed) =>
  useRowActions(
    reviewActions,
    { queryKey: ordersKey, predicate: ({ queryKey }) => queryKey[1] !== reviewKey[1] },
    { onFailed },
  )
