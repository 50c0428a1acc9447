import type { BankCoverage } from '@strand/contracts/money/bank-account'
import { addsUp } from '../../shared/bank/adds-up.ts'
import { Span } from '../../shared/format/dates.tsx'
import { Kobo } from '../kobo.tsx'
import { sumParts } from './sum-parts.ts'

/**
 * For each span of days without a gap: the opening balance, the sums of the lines, and the closing
 * balance.
 */
export const SpanSums = ({ spans }: Pick<BankCoverage, 'spans'>) => (
  <ul className="span-sums" aria-label="Whether the money adds up">
    {[...spans].reverse().map((span) => (
      <li key={span.from}>
        <p>
          <strong>
            <Span from={span.from} to={span.to} />
          </strong>
          : {addsUp(span)}
        </p>
        {span.balanced !== null && (
          <dl>
            {sumParts(span).map(({ term, kobo, sign }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  {sign} <Kobo amount={kobo} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </li>
    ))}
  </ul>
)
