import { addDays } from '@strand/contracts/days'
import { useNavigate, useParams } from 'react-router-dom'
import { Button, ButtonLink } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { DayField } from '../../shared/fields/days/day-field.tsx'
import { isDay, today } from '../../shared/format/day.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { useDayClose } from '../report-calls.ts'
import { DaySheet } from './day-sheet.tsx'
import '../../shared/list/list-view.css'
import '../paper.css'
import './day-close.css'

/** `/dashboard/reports/day/:date`: the close of a day on one page, to print and sign. */
export const DayClosePage = () => {
  const { date = '' } = useParams()
  usePageTitle(`Day close ${date}`)
  const query = useDayClose(date)
  return (
    <div className="day-close paper">
      <DayHead date={date} canPrint={query.data !== undefined} />
      {date === today() && (query.data || query.isPending) && (
        <div className="only-screen">
          <NoticeBox
            kind="info"
            title="This day isn’t over"
            text="Its numbers keep changing until midnight in Lagos."
          />
        </div>
      )}
      {query.isPending && <Outline what="day close" />}
      {query.isError && !query.data && <LoadFailed what="The day close" query={query} />}
      {query.data && <DaySheet day={query.data} />}
    </div>
  )
}

const DayHead = ({ date, canPrint }: { date: string; canPrint: boolean }) => {
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
        <ButtonLink to={reportPaths.dayCloseOf(addDays(known, -1))}>Previous day</ButtonLink>
        <DayField
          label="Day"
          value={known}
          max={now}
          onChange={(day) => navigate(reportPaths.dayCloseOf(day))}
        />
        {known < now && (
          <ButtonLink to={reportPaths.dayCloseOf(addDays(known, 1))}>Next day</ButtonLink>
        )}
      </div>
    </>
  )
}
