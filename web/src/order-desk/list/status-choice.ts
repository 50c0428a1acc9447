import type { OrderStatus } from '@strand/contracts/order/order'
import {
  ChangeOrderStatus,
  commentedStatusId,
  enterCommentText,
  neverOfferedStatusId,
  type OrderStatusOption,
} from '@strand/contracts/order/status'
import type { z } from 'zod'

export type StatusOption = z.infer<typeof OrderStatusOption>

const withDropdown: OrderStatus[] = ['confirmed', 'shipped', 'returned']

/** The options in a row's dropdown: not the current status, and never the option with id 3. */
export const nextStatuses = (options: StatusOption[], present: OrderStatus): StatusOption[] =>
  withDropdown.includes(present)
    ? options.filter(({ id, name }) => id !== neverOfferedStatusId && name !== present)
    : []

/** The form of the message dialog: the comment may be empty, except for a return. */
export const orderMessageForm = (statusId: number, messageOnly: boolean) =>
  ChangeOrderStatus.pick({ orderMessage: true }).refine(
    ({ orderMessage }) => orderMessage !== '' || (statusId !== commentedStatusId && !messageOnly),
    { path: ['orderMessage'], message: enterCommentText },
  )
