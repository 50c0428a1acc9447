import type { BankLine } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'
import { formatBankDay } from '../../format/bank-day.ts'
import { lineWarning } from './line-warning.ts'
import './money.css'

/**
 * A bank line as `₦85,500 · 12 Nov · OKAFOR CHIOMA A`. The last part is written by strangers, so it
 * is isolated: its text direction cannot affect the rest.
 */
export const PaymentLine = ({
  line,
  amountKobo = line.amountKobo,
}: {
  line: BankLine
  /** The part of the line to show, in kobo. Default: the whole amount. */
  amountKobo?: number
}) => (
  <>
    <span className="order-money-line">
      <strong className="amount">{formatKobo(amountKobo)}</strong>
      {amountKobo !== line.amountKobo && ` of ${formatKobo(line.amountKobo)}`} ·{' '}
      {formatBankDay(line.bookedOn)} · <bdi>{line.payer || line.narration || 'no name'}</bdi>
    </span>
    {line.payer && line.narration && (
      <span className="order-money-narration" title={line.narration}>
        <bdi>{line.narration}</bdi>
      </span>
    )}
    {lineWarning(line) && (
      <strong className="order-money-warning">
        <span aria-hidden="true">⚠ </span>
        {lineWarning(line)}
      </strong>
    )}
  </>
)
