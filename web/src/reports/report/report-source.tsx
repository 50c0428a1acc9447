import { dayInWords } from '@strand/contracts/day-words'
import type { ReportDefinition } from '@strand/contracts/reports/definition'
import { CopyButton } from '../../shared/buttons/copy-button.tsx'
import { formatNumber } from '../../shared/format/money.tsx'

/** The day or event up to which a report counts, in words. */
export const asAtWords = (asOf: string | number): string =>
  typeof asOf === 'number' ? `event ${formatNumber(asOf)}` : dayInWords(asOf)

/** What a report is based on. With these details, anyone can get the same rows again. */
export const ReportSource = ({
  report: { definition, asOf, index, sha256 },
}: {
  report: {
    definition: ReportDefinition
    asOf: string | number
    index: number | null
    sha256: string
  }
}) => (
  <dl className="report-source">
    <div>
      <dt>Definition</dt>
      <dd>
        {definition.name}, version {definition.version}
      </dd>
    </div>
    <div>
      <dt>As at</dt>
      <dd>{asAtWords(asOf)}</dd>
    </div>
    <div>
      <dt>Counted up to event</dt>
      <dd>{index === null ? 'none' : formatNumber(index)}</dd>
    </div>
    <div className="report-hash">
      <dt>SHA-256 of the rows</dt>
      <dd>
        <code>{sha256}</code>
        <CopyButton text={sha256} what="the hash" />
      </dd>
    </div>
  </dl>
)
