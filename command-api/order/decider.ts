import type { Decider } from '@strand/event-sourcing/commands/decider'
import { approve, withdrawApproval } from './decisions/approval.ts'
import {
  conflict,
  type OrderCommand,
  personalDataErased,
  unknownOrder,
} from './decisions/command.ts'
import { oweMoney, payBackMoney, undoPayBack, unoweMoney } from './decisions/owed.ts'
import { answer } from './decisions/question.ts'
import { archive, changeStatus, deleteProofs } from './decisions/status.ts'
import { noteTakenBack, seeToTakenBack } from './decisions/taken-back.ts'
import { releaseMail, undo } from './decisions/undo.ts'
import { evolve, type Order, type OrderState, type RecordedOrderEvent } from './state.ts'

/** What an order takes only so many of, since each stays in the log for ever. */
const limits = {
  // Anyone who knows an order's id may review it.
  reviews: {
    most: 20,
    refusal: (most: number) => `This order has already been reviewed ${most} times`,
  },
  contacts: {
    most: 200,
    refusal: (most: number) => `${most} messages to this customer are already recorded`,
  },
  // More would make the row that the search reads too long.
  notes: {
    most: 100,
    refusal: (most: number) => `This order already has ${most} notes`,
  },
}

const assertTakesMore = (order: Order, what: keyof typeof limits): void => {
  const { most, refusal } = limits[what]
  if (order.erased) throw personalDataErased()
  if (order[what] >= most) throw conflict(refusal(most))
}

export const orderDecider: Decider<OrderState, OrderCommand, RecordedOrderEvent> = {
  initialState: null,
  evolve,
  decide: (command, order) => {
    if (command.type === 'CreateOrder') {
      if (order) throw conflict('An order with this id already exists')
      return [{ type: 'OrderCreated', data: command.data }]
    }
    if (!order) throw unknownOrder()
    const { orderId, status } = order
    switch (command.type) {
      case 'ApproveOrder':
        return [approve(order, command)]
      case 'WithdrawApproval':
        return [withdrawApproval(order, command.by)]
      case 'ArchiveOrder':
        if (status === 'archived') throw conflict('This order is already archived')
        if (status !== 'pending')
          throw conflict(
            `Only pending orders are archived here; this one is ${status}: change its status instead`,
          )
        return [archive(order, command)]
      case 'RestoreOrder':
        if (order.archivedFrom === null)
          throw conflict(`Only archived orders can be restored; this one is ${status}`)
        return [{ type: 'OrderRestored', data: { orderId, to: order.archivedFrom } }]
      case 'ChangeStatus':
        if (command.message && order.erased) throw personalDataErased()
        return [changeStatus(order, command)]
      case 'ReviewOrder':
        assertTakesMore(order, 'reviews')
        return [{ type: 'OrderReviewed', data: { orderId, review: command.review } }]
      case 'ContactCustomer':
        assertTakesMore(order, 'contacts')
        return [
          {
            type: 'CustomerContacted',
            data: { orderId, channel: command.channel, text: command.text },
          },
        ]
      case 'AskQuestion': {
        const { kind, text } = command
        if (status !== 'pending')
          throw conflict(`Only pending orders can be asked about; this one is ${status}`)
        if (order.erased) throw personalDataErased()
        return [{ type: 'OrderQuestionAsked', data: { orderId, kind, text } }]
      }
      case 'AnswerQuestion':
        return answer(order, command)
      case 'AddNote':
        assertTakesMore(order, 'notes')
        return [
          {
            type: 'OrderNoteAdded',
            data: { orderId, note: command.note, mentions: command.mentions },
          },
        ]
      case 'AssignOrder':
        return command.to === order.assignee
          ? []
          : [{ type: 'OrderAssigned', data: { orderId, to: command.to } }]
      case 'NoteTakenBack':
        return noteTakenBack(order, command)
      case 'SeeToTakenBack':
        return [seeToTakenBack(order, command)]
      case 'OweMoney':
        return [oweMoney(order, command)]
      case 'UnoweMoney':
        return [unoweMoney(order, command)]
      case 'PayBackMoney':
        return [payBackMoney(order, command)]
      case 'UndoPayBackMoney':
        return [undoPayBack(order, command)]
      case 'UndoChange':
        return [undo(order, command)]
      case 'ReleaseMail':
        return releaseMail(order, command.position)
      case 'ErasePersonalData':
        return order.erased ? [] : [{ type: 'OrderPersonalDataErased', data: { orderId } }]
      case 'DeleteProofs':
        return deleteProofs(order, command)
    }
  },
}
