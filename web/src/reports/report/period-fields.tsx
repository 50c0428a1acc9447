import type { ReportBy } from '@strand/contracts/reports/report'
import { Button } from '../../shared/buttons/button.tsx'
import { DayField, SpanField } from '../../shared/fields/days/day-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { today } from '../../shared/format/day.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { rowNameOf } from './columns.ts'
import type { Asked } from './report-address.ts'

const byTexts: Record<ReportBy, string> = { day: 'A day', week: 'A week', month: 'A month' }

type Changes = Partial<Record<'from' | 'to' | 'by' | 'asOf', string>>

/** The fields for a report's first and last day, its grouping, and its “as at” day or event. */
export const PeriodFields = ({
  asked: { name, from, to, by, asOf = '' },
  onChange,
}: {
  asked: Asked
  onChange: (changes: Changes) => void
}) => {
  const isIndex = /^\d+$/.test(asOf)
  return (
    <div className="list-tools report-tools">
      <SpanField span={{ from, to }} required onChange={onChange} />
      <SelectField label="A row for" value={by ?? ''} onChange={(value) => onChange({ by: value })}>
        <option value="">{rowNameOf(name) ? 'Whole period' : 'Each day'}</option>
        {Object.entries(byTexts)
          .filter(([value]) => rowNameOf(name) || value !== 'day')
          .map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
      </SelectField>
      <DayField
        label="As at"
        value={isIndex ? '' : asOf}
        max={today()}
        placeholder={isIndex ? `Event ${formatNumber(Number(asOf))}` : 'Now'}
        onChange={(day) => onChange({ asOf: day })}
      />
      {asOf !== '' && (
        <Button variant="quiet" onClick={() => onChange({ asOf: '' })}>
          {isIndex ? `As at event ${formatNumber(Number(asOf))}: show now` : 'As at now'}
        </Button>
      )}
    </div>
  )
}
