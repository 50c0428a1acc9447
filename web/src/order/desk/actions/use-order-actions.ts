import type { Evidence } from '@strand/contracts/money/evidence'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import {
  type OnFailed,
  type RowActions,
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

/** A person's addition to an action: the reason for archiving, or the evidence of an approval. */
export type ActionDetails = { why?: ArchiveReason | undefined; evidence?: Evidence | null }

const actions: RowActions<OrderAction, BulkOrderAction, ActionDetails> = {
  one: {
    approve: (id, details) => approveOrder(id, details?.evidence),
    withdraw: withdrawApproval,
    archive: (id, details) => archiveOrder(id, details?.why),
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

/**
 * The same actions for the review queue, which moves on at once and offers to undo them. Its own
 * list stays as it is: another request would bring new links, and load the next proofs again.
 */
export const useReviewActions = (onFailed: OnFailed) =>
  useRowActions(
    actions,
    { queryKey: ordersKey, predicate: ({ queryKey }) => queryKey[1] !== reviewKey[1] },
    { quiet: true, onFailed },
  )
