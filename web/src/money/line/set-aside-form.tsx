import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { maxLineNote, SetAsideBankLine } from '@strand/contracts/money/bank-line-commands'
import { SetAsideKind } from '@strand/contracts/money/set-aside'
import { call } from '../../shared/api/client.ts'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { setAsideKinds } from '../lines/line-status.tsx'
import { LineForm } from './line-form.tsx'
import type { LineFormProps } from './unmatch-form.tsx'
import { useLineCommand } from './use-line-command.ts'

export const SetAsideForm = ({ line: { lineId }, canSubmit, onCancel, onDone }: LineFormProps) => {
  const command = useLineCommand('Set aside', onDone, true)
  const form = useForm({
    schema: SetAsideBankLine,
    initial: { kind: 'refund' as SetAsideKind, note: '' },
    draft: `set-aside.${lineId}`,
    send: (body) =>
      command.run({
        rows: [lineId],
        send: () => call(bankLineEndpoints.setAsideBankLine, { params: { lineId }, body }),
      }),
  })
  return (
    <LineForm
      form={form}
      command={command}
      canSubmit={canSubmit}
      onCancel={onCancel}
      title="It isn’t for an order"
      text="Set aside"
      busyText="Setting aside..."
    >
      <SelectField
        label="What is it?"
        value={form.values.kind}
        onChange={(kind) => form.setValue('kind', SetAsideKind.parse(kind))}
        // Enter sends the form, as in other fields; Space opens the list.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      >
        {SetAsideKind.options.map((kind) => (
          <option key={kind} value={kind}>
            {setAsideKinds[kind]}
          </option>
        ))}
      </SelectField>
      <MessageField
        label="Note (optional)"
        rows={2}
        maxLength={maxLineNote}
        {...form.fieldProps('note')}
      />
    </LineForm>
  )
}
