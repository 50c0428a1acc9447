import { type AskedQuestion, QuestionDigits } from '@strand/contracts/order/question'
import { questionEndpoints } from '@strand/contracts/order/question.endpoints'
import type { TrackedOrder } from '@strand/contracts/order/tracking'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { AnswerForm } from './answer-form.tsx'
import './question.css'

const read = (orderId: string, body: { token: string } | { digits: string }) =>
  call(questionEndpoints.readQuestion, { params: { orderId }, body })

/** Says that the shop has a question. The question itself is shown only to the order's customer. */
export const Question = ({ order: { orderId, question } }: { order: TrackedOrder }) =>
  question === 'answered' ? (
    <NoticeBox kind="success" title="We have your answer and are looking at it" />
  ) : (
    <OpenQuestion orderId={orderId} />
  )

/**
 * Opens the question. Customers who did not come through the link in the email first have to enter
 * the last four digits of their phone number.
 */
const OpenQuestion = ({ orderId }: { orderId: string }) => {
  const { hash } = useLocation()
  const [question, setQuestion] = useState<AskedQuestion | null>(null)
  const { attempt } = useCommand({
    send: (token: string) => read(orderId, { token }),
    situation: 'tracking',
    onSuccess: ({ result }) => setQuestion(result),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once for each link
  useEffect(() => {
    if (hash.length > 1) void attempt(hash.slice(1))
  }, [hash, orderId])
  return (
    <section className="question" aria-labelledby="question-title">
      <h3 id="question-title">We have a question about your order</h3>
      {question ? (
        <AnswerForm orderId={orderId} question={question} />
      ) : (
        <DigitsForm orderId={orderId} onRead={setQuestion} />
      )}
    </section>
  )
}

const DigitsForm = ({
  orderId,
  onRead,
}: {
  orderId: string
  onRead: (question: AskedQuestion) => void
}) => {
  const { fieldProps, submit, busy, form } = useCommandForm({
    schema: QuestionDigits,
    initial: { digits: '' },
    send: ({ digits }) => read(orderId, { digits }),
    situation: 'tracking',
    onSuccess: ({ result }) => onRead(result),
  })
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p>We’ll confirm your order once you have answered. Open the link in our email, or enter:</p>
      <TextField
        label="The last four digits of your phone number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        {...fieldProps('digits')}
      />
      <div className="form-buttons">
        <SubmitButton busy={busy} text="Show the question" busyText="One moment…" />
      </div>
    </form>
  )
}
