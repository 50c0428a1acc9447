import { maximumRefused, type StatementPreview } from '@strand/contracts/money/bank-statement'
import { formatNumber } from '../../shared/format/money.tsx'
import { rowsInWords } from './preview-words.ts'

/** The rows that are read and are no lines, each with why. */
export const NotMoneyRows = ({ notMoney }: Pick<StatementPreview, 'notMoney'>) => {
  if (notMoney.length === 0) return null
  const title = rowsInWords(notMoney.length)
  return (
    <details className="form-card not-money">
      <summary>
        {title}
        {notMoney.length > maximumRefused && ' or more'} not imported: not money that arrived
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to have the keys */}
      <ul tabIndex={0} aria-label="Rows that are not money">
        {notMoney.map(({ row, message }) => (
          <li key={row}>
            <strong className="amount">Row {formatNumber(row)}</strong> {message}
          </li>
        ))}
      </ul>
    </details>
  )
}
