import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import {
  ChangeOrderStatus,
  enterCommentText,
  type OrderStatusOption,
} from '@strand/contracts/order/status-change'
import type { z } from 'zod'

export type StatusOption = z.infer<typeof OrderStatusOption>

/**
 * The statuses that an order can get next, for the dropdown in its row. A pending or archived order
 * has none.
 */
export const nextStatuses = (options: StatusOption[], present: OrderStatus): StatusOption[] =>
  options.filter(({ name }) => orderStatuses[present].next.includes(name))

/**
 * The next statuses and, if the order takes messages, its current status. Choosing the current
 * status changes only the message.
 */
export const possibleStatuses = (
  options: StatusOption[],
  present: OrderStatus,
  takesComment: boolean,
): StatusOption[] => {
  const next = nextStatuses(options, present)
  const isMessageOnly = (option: StatusOption) => option.name === present && takesComment
  if (next.length === 0) return []
  return options.filter((option) => isMessageOnly(option) || next.includes(option))
}

/**
 * The schema of the message dialog. The text is required if the order is returned, or if only the
 * message changes. It is never required for an order that cannot have a message.
 */
export const orderMessageForm = (status: OrderStatus, messageOnly: boolean, takesComment = true) =>
  ChangeOrderStatus.pick({ orderMessage: true }).refine(
    ({ orderMessage }) =>
      orderMessage !== '' || !takesComment || (!orderStatuses[status].needsComment && !messageOnly),
    { path: ['orderMessage'], message: enterCommentText },
  )
