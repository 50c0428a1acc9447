import { useNavigate } from 'react-router-dom'
import { Button, ButtonLink } from '../../shared/buttons/button.tsx'
import { DateField } from '../../shared/fields/date-field.tsx'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { dayAfter, isDay, today } from '../day.ts'

/** The way to other days, and to the printer. */
export const DayHead = ({ date, canPrint }: { date: string; canPrint: boolean }) => {
  const navigate = useNavigate()
  const now = today()
  const known = isDay(date) ? date : now
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Day close</h1>
        <div className="page-actions">
          <Button variant="primary" disabled={!canPrint} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      <div className="list-tools day-tools">
        <ButtonLink to={reportPaths.dayCloseOf(dayAfter(known, -1))}>Previous day</ButtonLink>
        <DateField
          label="Day"
          value={known}
          max={now}
          onChange={(day) => day && navigate(reportPaths.dayCloseOf(day))}
        />
        {known < now && (
          <ButtonLink to={reportPaths.dayCloseOf(dayAfter(known, 1))}>Next day</ButtonLink>
        )}
      </div>
    </>
  )
}
