import type { ReportBy } from '@strand/contracts/reports/report'
import { Button } from '../../shared/buttons/button.tsx'
import { DateField } from '../../shared/fields/date-field.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { today } from '../../shared/format/today.ts'
import { rowNameOf } from './columns.ts'
import { type Asked, periodsUntil } from './report-address.ts'

const byTexts: Record<ReportBy, string> = { day: 'A day', week: 'A week', month: 'A month' }

type Changes = Partial<Record<'from' | 'to' | 'by' | 'asOf', string>>

/** The days of a report, how its rows are cut, and as at when. */
export const PeriodFields = ({
  asked: { name, from, to, by, asOf = '' },
  onChange,
}: {
  asked: Asked
  onChange: (changes: Changes) => void
}) => {
  const now = today()
  const periods = periodsUntil(now)
  const period = periods.find((known) => known.from === from && known.to === to)
  const isIndex = /^\d+$/.test(asOf)
  return (
    <div className="list-tools report-tools">
      <SelectField
        label="Period"
        value={period?.text ?? ''}
        onChange={(text) => {
          const chosen = periods.find((known) => known.text === text)
          if (chosen) onChange({ from: chosen.from, to: chosen.to })
        }}
      >
        {!period && <option value="">As chosen</option>}
        {periods.map(({ text }) => (
          <option key={text}>{text}</option>
        ))}
      </SelectField>
      <DateField label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DateField label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
      <SelectField label="A row for" value={by ?? ''} onChange={(value) => onChange({ by: value })}>
        <option value="">{rowNameOf(name) ? 'The whole period' : 'Each day'}</option>
        {Object.entries(byTexts)
          .filter(([value]) => rowNameOf(name) || value !== 'day')
          .map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
      </SelectField>
      <DateField
        label="As at"
        value={isIndex ? '' : asOf}
        max={now}
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
