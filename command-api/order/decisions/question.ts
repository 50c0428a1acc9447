import type { OrderEvent } from '@strand/contracts/order/events'
import { maximumFiles } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import { hasOpenQuestion, type Order } from '../state.ts'
import { conflict, type OrderCommand } from './command.ts'

export const noOpenQuestion = () => conflict('There is no open question about this order')

export const answer = (
  order: Order,
  { text, files }: Extract<OrderCommand, { type: 'AnswerQuestion' }>,
): OrderEvent[] => {
  const { orderId } = order
  if (!hasOpenQuestion(order)) throw noOpenQuestion()
  if (order.files.length + files.length > maximumFiles) {
    const message = `At most ${maximumFiles} files, please: this order has ${order.files.length}`
    throw new Rejected('invalid', message, { details: [{ path: 'fileUids', message }] })
  }
  const added = { type: 'OrderProofAdded', data: { orderId, files } } as const
  const answered = { type: 'OrderQuestionAnswered', data: { orderId, text } } as const
  return files.length > 0 ? [added, answered] : [answered]
}
