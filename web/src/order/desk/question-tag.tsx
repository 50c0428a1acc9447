import type { OrderQuestion } from '@strand/contracts/order/question'
import './order-flags.css'

const words = { open: 'Waiting for the customer', answered: 'Customer answered', closed: null }

/**
 * Says whether the shop is waiting for the customer to answer its question about a pending order,
 * or has the answer.
 */
export const QuestionTag = ({ question }: { question: OrderQuestion | null }) => {
  const text = question && words[question.state]
  return text && <p className={`flag question-tag question-${question.state}`}>{text}</p>
}
