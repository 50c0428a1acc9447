import { counted } from '@strand/contracts/counted'
import { maxRefused, type StatementPreview } from '@strand/contracts/money/bank-statement'
import { formatNumber } from '../../shared/format/money.tsx'

type Rows = StatementPreview['refused']

const countInWords = (rows: Rows): string =>
  counted(rows.length, 'row') + (rows.length > maxRefused ? ' or more' : '')

const RowList = ({ label, rows }: { label: string; rows: Rows }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard
  <ul tabIndex={0} aria-label={label}>
    {rows.map(({ row, message }) => (
      <li key={row}>
        <strong className="amount">Row {formatNumber(row)}</strong> {message}
      </li>
    ))}
  </ul>
)

export const RefusedRows = ({ refused, mapping }: Pick<StatementPreview, 'refused' | 'mapping'>) =>
  refused.length > 0 && (
    <section className="refused" aria-labelledby="refused-title">
      <h2 id="refused-title">{countInWords(refused)} cannot be imported</h2>
      <p>
        Nothing can be imported until every row can be read. Please{' '}
        {mapping && 'look at the columns below, or '}download the file from the bank again.
      </p>
      <RowList label="Refused rows" rows={refused} />
    </section>
  )

/** The rows that were read but left out because they are not bank lines, each with the reason. */
export const NotMoneyRows = ({ notMoney }: Pick<StatementPreview, 'notMoney'>) =>
  notMoney.length > 0 && (
    <details className="form-card not-money">
      <summary>{countInWords(notMoney)} not imported: not money that arrived</summary>
      <RowList label="Rows that are not money" rows={notMoney} />
    </details>
  )
