import type { BankLine } from '@strand/contracts/money/bank-line'
import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import type { LineForm } from '../line-address.ts'
import type { LineAction } from '../lines/line-actions.ts'
import { useLineCommand } from './use-line-command.ts'

export const LineButtons = ({
  line: { lineId, status },
  actions,
  mayManage,
  closed,
  onChoose,
}: {
  line: BankLine
  actions: LineAction[]
  mayManage: boolean
  /** The form that the user has just left. The button that opens it gets the focus. */
  closed: LineForm | null
  onChoose: (form: LineForm) => void
}) => {
  const { attempt, busy } = useLineCommand('Reopened', () => {})
  const reopen = () =>
    void attempt({
      rows: [lineId],
      send: () => call(bankLineEndpoints.reopenBankLine, { params: { lineId }, body: {} }),
    })
  const mayReopen = mayManage && status === 'setaside'
  if (actions.length === 0 && !mayReopen) return null
  const first = actions.find(({ form }) => form === closed) ?? actions[0]
  return (
    <div className="form-buttons">
      {actions.map((action, at) => (
        <Button
          key={action.form}
          variant={at === 0 && action.form !== 'unmatch' ? 'primary' : 'secondary'}
          data-first-focus={action === first || undefined}
          onClick={() => onChoose(action.form)}
        >
          {action.text}
        </Button>
      ))}
      {mayReopen && (
        <Button variant="primary" data-first-focus busy={busy} disabled={busy} onClick={reopen}>
          Reopen
        </Button>
      )}
    </div>
  )
}
