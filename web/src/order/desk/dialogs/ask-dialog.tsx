import { formatNaira } from '@strand/contracts/naira'
import { AskQuestion } from '@strand/contracts/order/question'
import { QuestionKind, questionKinds } from '@strand/contracts/order/question-kind'
import type { OrderRow } from '@strand/contracts/order/staff'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { MessageField } from '../../../shared/fields/message-field.tsx'
import { SelectField } from '../../../shared/fields/select-field.tsx'
import { useCommandForm } from '../../../shared/forms/use-command-form.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { askCustomer } from '../order-commands.ts'
import { keptText } from './kept-text.ts'
import { OrderChanged, useOrderNow } from './order-now.tsx'

export const AskDialog = ({
  order: opened,
  onAsked,
  onClose,
}: {
  order: OrderRow
  onAsked?: () => void
  onClose: () => void
}) => {
  const { order, changed, onConflict } = useOrderNow(opened)
  const initial: AskQuestion = { kind: 'notfound', text: preparedQuestion('notfound', order) }
  const form = useCommandForm({
    schema: AskQuestion,
    initial,
    draft: `ask.${opened.orderid}`,
    send: (question) => askCustomer(order, question),
    success: 'Customer Asked',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onConflict,
    onSuccess: () => {
      onAsked?.()
      onClose()
    },
  })
  const { kind, text } = form.values
  const choose = (chosen: QuestionKind) => {
    const [before, proposed] = [preparedQuestion(kind, order), preparedQuestion(chosen, order)]
    form.change({ kind: chosen, text: keptText(text, before, proposed) })
  }
  return (
    <ModalForm
      title="Ask the customer"
      form={form}
      text="Ask"
      busyText="Asking..."
      canSubmit={order.orderstatus === 'pending' || form.busy}
      onClose={onClose}
    >
      {!form.busy && <OrderChanged opened={opened} order={order} changed={changed} />}
      <p>
        Order <strong>{order.orderid}</strong> of {order.fullname}, who gets an email with this text
        and a link to answer and to send another proof.
      </p>
      <SelectField
        label="What is it about?"
        value={kind}
        onChange={(chosen) => choose(QuestionKind.parse(chosen))}
      >
        {QuestionKind.options.map((option) => (
          <option key={option} value={option}>
            {questionKinds[option]}
          </option>
        ))}
      </SelectField>
      <MessageField label="Your question" {...form.fieldProps('text')} />
    </ModalForm>
  )
}

/** The suggested text for each kind of question. Staff can edit it. */
const preparedQuestion = (
  kind: QuestionKind,
  { accountname, total }: Pick<OrderRow, 'accountname' | 'total'>,
): string => {
  const amount = formatNaira(total)
  switch (kind) {
    case 'notfound':
      return `We cannot find your payment of ${amount} from the account ${accountname} yet. Which bank did you pay from, on which day, and to which of our accounts? Please send us your bank’s receipt.`
    case 'proof':
      return 'We cannot read your proof of payment. Please send us a sharper photo or a screenshot that shows the amount, the date and the name of the account.'
    case 'amount':
      return `Your order comes to ${amount}, but the payment that we see is for a different amount. If part of it is missing, please send us proof of that part, or tell us what we’ve missed.`
    case 'other':
      return ''
  }
}
