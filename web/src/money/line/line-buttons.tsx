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
  onChoose,
}: {
  line: BankLine
  actions: LineAction[]
  mayManage: boolean
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
  return (
    <div className="form-buttons">
      {actions.map(({ text, form }, at) => (
        <Button
          key={form}
          variant={at === 0 && form !== 'unmatch' ? 'primary' : 'secondary'}
          data-first-focus={at === 0 || undefined}
          onClick={() => onChoose(form)}
        >
          {text}
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
