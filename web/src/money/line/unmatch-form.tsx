import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { maxLineNote, UnmatchBankLine } from '@strand/contracts/money/bank-line-commands'
import { call } from '../../shared/api/client.ts'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import type { ShownLine } from '../money-calls.ts'
import { LineForm } from './line-form.tsx'
import { useLineCommand } from './use-line-command.ts'

export type LineFormProps = {
  line: ShownLine
  /** False if a colleague's change has made the action impossible. The typed text stays. */
  canSubmit: boolean
  onCancel: () => void
  onDone: () => void
}

export const UnmatchForm = ({ line, canSubmit, onCancel, onDone }: LineFormProps) => {
  const { lineId, allocations } = line
  const command = useLineCommand('Unmatched', onDone, true)
  const form = useForm({
    schema: UnmatchBankLine,
    initial: { reason: '' },
    draft: `unmatch.${lineId}`,
    send: (body) =>
      command.run({
        rows: [lineId],
        send: () => call(bankLineEndpoints.unmatchBankLine, { params: { lineId }, body }),
      }),
  })
  const orders = allocations.length === 1 ? 'its order' : `all ${allocations.length} orders`
  return (
    <LineForm
      form={form}
      command={command}
      canSubmit={canSubmit}
      onCancel={onCancel}
      title={`Unmatch this line from ${orders}`}
      text="Unmatch"
      busyText="Unmatching..."
    >
      <MessageField
        label="Reason"
        rows={2}
        maxLength={maxLineNote}
        {...form.fieldProps('reason')}
      />
    </LineForm>
  )
}
