import { maximumRefused, type StatementPreview } from '@strand/contracts/money/bank-statement'
import { formatNumber } from '../../shared/format/money.tsx'
import { rowsInWords } from './preview-words.ts'

/** The rows that cannot be read, each with why. */
export const RefusedRows = ({
  refused,
  mapping,
}: Pick<StatementPreview, 'refused' | 'mapping'>) => {
  if (refused.length === 0) return null
  const title = rowsInWords(refused.length)
  return (
    <section className="refused" aria-labelledby="refused-title">
      <h2 id="refused-title">
        {title}
        {refused.length > maximumRefused && ' or more'} cannot be imported
      </h2>
      <p>
        Nothing is imported while a row is refused. Please{' '}
        {mapping && 'look at the columns below, or '}download the file from the bank again.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to have the keys */}
      <ul tabIndex={0} aria-label="Rows that are refused">
        {refused.map(({ row, message }) => (
          <li key={row}>
            <strong className="amount">Row {formatNumber(row)}</strong> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
