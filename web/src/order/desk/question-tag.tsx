import type { OrderQuestion } from '@strand/contracts/order/question'
import './order-flags.css'

const words = { open: 'Waiting for the customer', answered: 'Customer answered', closed: null }

/** Says whether a pending order waits for its customer's answer or has received it. */
export const QuestionTag = ({ question }: { question: OrderQuestion | null }) => {
  const text = question && words[question.state]
  return text && <p className={`flag question-tag question-${question.state}`}>{text}</p>
}
