import { counted } from '@strand/contracts/counted'
import { dayInWords } from '@strand/contracts/day-words'
import type { BankCoverage } from '@strand/contracts/money/bank-account'
import { Span } from '../../shared/format/dates.tsx'
import { today } from '../../shared/format/day.ts'
import { coverageDays, type DayState, daysOf, monthsOf, shownSpans } from './coverage-days.ts'

const stateWords: Record<DayState, string> = {
  covered: 'covered by a statement',
  gap: 'no statement',
  before: 'before the first statement',
  after: 'no statement yet',
}

const monthName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' })
/** If the strip shows fewer days of a month than this, there is no room for the month's name. */
const fewestNamed = 10

/** Which of the last days the statements cover, as a strip and in words. */
export const CoverageStrip = ({ coverage }: { coverage: BankCoverage }) => {
  const days = coverageDays(coverage, today())
  const first = days[0]?.day ?? ''
  const states = [...new Set(days.map(({ state }) => state))]
  return (
    <figure className="coverage">
      {/* Hidden from screen readers, because the list below says the same in words. */}
      <div aria-hidden="true">
        <div className="coverage-days">
          {days.map(({ day, state }) => (
            <span
              key={day}
              className={`coverage-day coverage-${state}`}
              title={`${dayInWords(day)}: ${stateWords[state]}`}
            />
          ))}
        </div>
        <div className="coverage-months">
          {monthsOf(days).map(({ month, days: count }) => (
            <span key={month} style={{ flexGrow: count }}>
              {count >= fewestNamed && monthName.format(new Date(`${month}-01T00:00:00Z`))}
            </span>
          ))}
        </div>
        <ul className="coverage-legend">
          {states.map((state) => (
            <li key={state}>
              <span className={`coverage-day coverage-${state}`} />
              {stateWords[state]}
            </li>
          ))}
        </ul>
      </div>
      <figcaption>
        <ul className="coverage-spans">
          {shownSpans(coverage, first).map(({ isCovered, ...span }) => (
            <li key={span.from}>
              <Span {...span} />:{' '}
              {isCovered ? (
                'covered by statements'
              ) : (
                <strong>{counted(daysOf(span), 'day')} without one</strong>
              )}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
