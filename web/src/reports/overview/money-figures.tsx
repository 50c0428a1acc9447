import { formatKobo } from '@strand/contracts/money/kobo'
import type { Overview } from '@strand/contracts/reports/overview'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { Figure } from './figure.tsx'

/** What the bank says of the last 30 days; nothing before the first statement. */
export const MoneyFigures = ({ last30 }: Pick<Overview, 'last30'>) => {
  const { money } = last30
  if (money.lines === 0 && money.debitLines === 0) return null
  const toReport = reportPaths.report('money', last30)
  return (
    <section aria-labelledby="bank-money">
      <div className="overview-head">
        <h2 id="bank-money">What the bank says</h2>
        <p>over the same 30 days, where statements cover them</p>
      </div>
      <ul className="figures">
        <Figure label="Arrived" to={toReport} value={formatKobo(money.arrivedKobo)} />
        <Figure label="Matched to orders" to={toReport} value={formatKobo(money.matchedKobo)} />
        <Figure label="Set aside" to={toReport} value={formatKobo(money.setAsideKobo)} />
        <Figure
          label="Unmatched"
          to={reportPaths.unmatchedLines(last30)}
          value={formatKobo(money.unmatchedKobo)}
        />
      </ul>
    </section>
  )
}
