import { erased } from '../erased.ts'
import type { OrderEvent } from './events.ts'
import { type Opened, textOf } from './personal.ts'
import type { OrderQuestion } from './question.ts'

/**
 * The question about an order after an event, for the read model and the full history. An approval
 * or an archiving closes an open question; any change back to pending opens it again.
 *
 * @param opened the contents of the event's sealed box
 */
export const questionAfter = (
  question: OrderQuestion | null,
  event: OrderEvent,
  at: string,
  opened: Opened,
): OrderQuestion | null => {
  if (event.type === 'OrderQuestionAsked') {
    const { kind } = event.data
    return { kind, state: 'open', text: textOf(opened), askedat: at, answer: '', proofs: 0 }
  }
  if (!question) return null
  switch (event.type) {
    case 'OrderProofAdded':
      return { ...question, proofs: event.data.files.length }
    case 'OrderQuestionAnswered':
      return { ...question, state: 'answered', answer: event.data.text ? textOf(opened) : '' }
    case 'OrderApproved':
    case 'OrderArchived':
      return { ...question, state: settled(question, false) }
    case 'OrderRestored':
    case 'OrderChangeUndone':
      return { ...question, state: settled(question, event.data.to === 'pending') }
    case 'OrderPersonalDataErased': {
      const answer = question.answer && erased
      return { ...question, state: settled(question, false), text: erased, answer }
    }
    default:
      return question
  }
}

const settled = ({ state, text }: OrderQuestion, isPending: boolean) => {
  if (state === 'answered') return state
  return isPending && text !== erased ? 'open' : 'closed'
}
