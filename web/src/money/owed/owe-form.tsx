import type { BankLine } from '@strand/contracts/money/bank-line'
import { maxLineNote } from '@strand/contracts/money/bank-line-commands'
import { formatKobo } from '@strand/contracts/money/kobo'
import { plainCapitals, wordsOf } from '@strand/contracts/money/matching/words'
import { dashedOrderId } from '@strand/contracts/order/id'
import { OweBankLine, owedEndpoints } from '@strand/contracts/order/owed'
import type { OrderRow } from '@strand/contracts/order/staff'
import { z } from 'zod'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { Field } from '../../shared/fields/field.tsx'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { NairaInput } from '../../shared/fields/naira-input.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { TypedKobo, typedKobo } from '../kobo.tsx'
import { LineForm } from '../line/line-form.tsx'
import { OrderFinder } from '../line/order-finder.tsx'
import type { LineFormProps } from '../line/unmatch-form.tsx'
import { freeKobo } from '../lines/line-actions.ts'
import type { ShownLine } from '../money-calls.ts'
import './owed.css'

const schemaOf = (free: number) =>
  z.object({
    orderId: z.string().min(1, 'Please choose the order'),
    typed: TypedKobo.refine((kobo) => kobo <= free, `The line has ${formatKobo(free)} left`),
    reason: OweBankLine.shape.reason,
  })

/**
 * The order that the rest of a line most likely belongs to: the only order that the line pays for;
 * otherwise, the order whose id is in the line's text, or an approved order that the line fits and
 * that needs no more money.
 */
const orderOf = ({ allocations, narration, reference, approved }: ShownLine): string => {
  const [only, another] = allocations
  if (only && !another) return only.orderId
  const paid = approved && approved.dueKobo <= 0 ? approved.orderId : ''
  return dashedOrderId(`${narration} ${reference}`) ?? paid
}

/**
 * Ranks orders by how many words of their customer's names are in the line's text. This puts the
 * payer's own order before a stranger's order for the same amount.
 */
const payersOwn = ({ payer, narration }: BankLine) => {
  const paid = new Set(wordsOf(plainCapitals(`${payer} ${narration}`)))
  return ({ fullname, accountname }: OrderRow): number =>
    wordsOf(plainCapitals(`${fullname} ${accountname}`)).filter((word) => paid.has(word)).length
}

/** Records that the rest of a line, or part of it, is owed back to an order's customer. */
export const OweForm = ({ line, canSubmit, onCancel, onDone }: LineFormProps) => {
  const { lineId } = line
  const free = freeKobo(line)
  const command = useCommand({
    send: (body: z.output<typeof OweBankLine>) =>
      call(owedEndpoints.oweBankLine, { params: { lineId }, body }),
    success: 'Owed back',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: onDone,
  })
  const known = orderOf(line)
  const form = useForm({
    schema: schemaOf(free),
    initial: { orderId: known, typed: typedKobo(free), reason: '' },
    draft: `owe.${lineId}`,
    send: ({ orderId, typed: amountKobo, reason }) => command.run({ orderId, amountKobo, reason }),
  })
  const { orderId } = form.values
  const order = form.fieldProps('orderId')
  const { onChange, error, ...amount } = form.fieldProps('typed')
  return (
    <LineForm
      form={form}
      command={command}
      canSubmit={canSubmit}
      onCancel={onCancel}
      title="Mark money as owed back"
      text="Mark as owed back"
      busyText="Saving..."
      before={
        orderId === '' && (
          <OrderFinder
            free={free}
            taken={[]}
            isFull={false}
            rank={payersOwn(line)}
            onChoose={({ orderid }) => form.setValue('orderId', orderid)}
          />
        )
      }
    >
      {orderId === '' ? (
        <>
          {order.error && <p className="field-error">{order.error}</p>}
          <p className="field-help">
            Did nobody order for this money? Set the line aside as money to send back instead.
          </p>
        </>
      ) : (
        <p className="owed-order">
          <span>
            Of order <strong className="order-id">{orderId}</strong>
          </span>
          <Button size="small" onClick={() => form.setValue('orderId', '')}>
            Another order
          </Button>
        </p>
      )}
      <Field label="Amount" help={`${formatKobo(free)} of this line is free`} error={error}>
        {(control) => <NairaInput {...control} {...amount} inputMode="decimal" onType={onChange} />}
      </Field>
      <MessageField
        // If the order is already chosen, this field gets the focus, because only the reason is
        // missing.
        data-first-focus={orderId !== '' || undefined}
        label="Why? The customer reads this in an email"
        rows={2}
        maxLength={maxLineNote}
        {...form.fieldProps('reason')}
      />
    </LineForm>
  )
}
