import { RowCommandAnswer } from '@strand/contracts/answer'
import type { BulkAnswer } from '@strand/contracts/bulk'
import type { Endpoint } from '@strand/contracts/endpoint'
import type { Evidence } from '@strand/contracts/money/evidence'
import { approvalProposalEndpoints } from '@strand/contracts/order/approval-proposal'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import { type MailCause, mailOfEvent } from '@strand/contracts/order/mail-of-event'
import type { AskQuestion } from '@strand/contracts/order/question'
import { questionEndpoints } from '@strand/contracts/order/question.endpoints'
import type { ShipOrders } from '@strand/contracts/order/ship-orders'
import type { OrderRow } from '@strand/contracts/order/staff'
import { orderArchiving, orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { call, fetchResponse } from '../../shared/api/client.ts'
import type { CallOf } from '../../shared/api/endpoint-call.ts'
import { forgetSentForm } from '../../shared/forms/form-draft.ts'
import {
  type OnFailed,
  type RowActions,
  useRowActions,
} from '../../shared/list/bulk/use-row-actions.ts'
import { forgetUndo, offerUndo } from '../../shared/order/undo/undo.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import type { StatusOption } from './list/status-choice.ts'
import { bulkOf, seenHeader, seenOf } from './seen-positions.ts'

/** Sends a command about one order, and offers to undo the event that it caused. */
const undoableCommand = async <E extends Endpoint>(
  title: string,
  event: MailCause,
  orderId: string,
  endpoint: E,
  options: CallOf<E>,
): Promise<RowCommandAnswer> => {
  const answer = await fetchResponse(endpoint, options)
  const parsed = RowCommandAnswer.parse(await answer.json())
  const isProposal = answer.status === 202
  const orders = { [orderId]: parsed.position }
  offerUndo({ orders, title, isProposal, isMailed: mailOfEvent(event) !== null && !isProposal })
  return parsed
}

/** Sends a command about several orders, and offers to undo all of its events together. */
const undoableBulk = async (
  title: string,
  event: MailCause,
  send: () => Promise<BulkAnswer>,
): Promise<BulkAnswer> => {
  const since = performance.now()
  const answer = await send()
  offerUndo({ orders: answer.positions, title, isMailed: mailOfEvent(event) !== null }, since)
  return answer
}

const restored: MailCause = { type: 'OrderRestored' }
export const restoreOrder = (id: string) =>
  undoableCommand('Restored', restored, id, orderArchiving.restore, {
    params: { id },
    ...seenOf(id),
  })
export const restoreOrders = (ids: string[]) =>
  undoableBulk('Restored', restored, () => call(orderArchiving.restoreMany, { body: bulkOf(ids) }))

const archivedFor = ({ tell, reason }: Partial<ArchiveReason>): MailCause => ({
  type: 'OrderArchived',
  data: { from: 'pending', message: tell ? reason : null },
})
export const archiveOrders = (ids: string[], why: Partial<ArchiveReason> = {}) =>
  undoableBulk('Archived', archivedFor(why), () =>
    call(orderArchiving.archiveMany, { body: { ...bulkOf(ids), ...why } }),
  )

export const shipOrders = (shown: ShownOrder[], parcels: Pick<ShipOrders, 'orders' | 'message'>) =>
  undoableBulk('Shipped', { type: 'OrderStatusChanged', data: { to: 'shipped' } }, () =>
    call(orderCommandEndpoints.shipOrders, {
      body: {
        ...parcels,
        positions: Object.fromEntries(shown.map(({ orderid, position }) => [orderid, position])),
      },
    }),
  )
export const askCustomer = ({ orderid: orderId, position }: ShownOrder, body: AskQuestion) =>
  call(questionEndpoints.askQuestion, { params: { orderId }, body, ...seenHeader(position) })

/** Erases the customer's personal data. The order itself stays, without a name. */
export const erasePersonalData = async (orderId: string) => {
  const sent = { params: { orderId }, ...seenOf(orderId) }
  const answer = await call(orderCommandEndpoints.eraseOrder, sent)
  forgetUndo([orderId])
  return answer
}

/** The order as the dialog shows it, even if the list behind it has changed. */
type ShownOrder = Pick<OrderRow, 'orderid' | 'position'>

const statusCall = (
  { orderid: orderId, position }: ShownOrder,
  orderStatus: number,
  orderMessage: string,
) => ({
  params: { orderId },
  body: { orderId, orderStatus, orderMessage },
  ...seenHeader(position),
})
/** A new status can be undone; a change of the message alone cannot. */
export const changeOrderStatus = (order: ShownOrder, to: StatusOption, message: string) =>
  undoableCommand(
    'Status changed',
    { type: 'OrderStatusChanged', data: { to: to.name } },
    order.orderid,
    orderCommandEndpoints.changeOrderStatus,
    statusCall(order, to.id, message),
  )
export const changeOrderMessage = (order: ShownOrder, { id }: StatusOption, message: string) =>
  call(orderCommandEndpoints.changeOrderStatus, statusCall(order, id, message))

export const generateOrderIds = (num: number) =>
  call(orderCommandEndpoints.reserveOrderIds, { query: { num } })

export type OrderAction = 'approve' | 'withdraw' | 'archive' | 'restore'
export type BulkOrderAction = 'archive' | 'restore' | 'erase'

/** What the user adds to an action: the reason for archiving, or the evidence of an approval. */
export type ActionDetails = {
  why?: ArchiveReason | undefined
  evidence?: Evidence | null
  /**
   * The draft of a dialog that stays open until the lists have reloaded. The draft is deleted as
   * soon as the server accepts the command. Otherwise, the dialog would open again if the page is
   * reloaded, or the user signs in again, before the lists have reloaded.
   */
  draft?: string
}

export const draftOf = (action: 'approve' | 'archive', orderId: string) => `${action}.${orderId}`

const actions: RowActions<OrderAction, BulkOrderAction, ActionDetails> = {
  one: {
    approve: async (id, { evidence = null, draft } = {}) => {
      const sent = { params: { id }, body: { evidence }, ...seenOf(id) }
      const { approveOrder } = orderCommandEndpoints
      const approved: MailCause = { type: 'OrderApproved' }
      const answer = await undoableCommand('Approved', approved, id, approveOrder, sent)
      if (draft) forgetSentForm(draft)
      return answer
    },
    withdraw: (orderId) =>
      call(approvalProposalEndpoints.withdrawApproval, { params: { orderId }, ...seenOf(orderId) }),
    archive: async (id, { why = {}, draft } = {}) => {
      const sent = { params: { id }, body: why, ...seenOf(id) }
      const { archive } = orderArchiving
      const answer = await undoableCommand('Archived', archivedFor(why), id, archive, sent)
      if (draft) forgetSentForm(draft)
      return answer
    },
    restore: restoreOrder,
  },
  many: {
    archive: (ids, details) => archiveOrders(ids, details?.why),
    restore: restoreOrders,
    erase: async (ids) => {
      const answer = await call(orderCommandEndpoints.eraseOrders, { body: bulkOf(ids) })
      forgetUndo(answer.result)
      return answer
    },
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

export const reviewKey = [...ordersKey, 'review'] as const

/**
 * The actions of the review queue. The queue moves on before the server answers, and offers the
 * undo in a bar. These actions do not reload the queue's list, because the list would bring new
 * links to the next proofs, and the browser would load those proofs again.
 */
export const useReviewActions = (onFailed: OnFailed) =>
  useRowActions(
    actions,
    { queryKey: ordersKey, predicate: ({ queryKey }) => queryKey[1] !== reviewKey[1] },
    { onFailed, isQuiet: true },
  )
