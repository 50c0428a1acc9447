import { useParams } from 'react-router-dom'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { today } from '../day.ts'
import { useDayClose } from '../report-calls.ts'
import { DayHead } from './day-head.tsx'
import { DaySheet } from './day-sheet.tsx'
import '../../shared/list/list-view.css'
import '../paper.css'
import './day-close.css'

/** `/dashboard/reports/day/:date`: one day on one page, to print and sign. */
export const DayClosePage = () => {
  const { date = '' } = useParams()
  usePageTitle(`Day close ${date}`)
  const query = useDayClose(date)
  return (
    <div className="day-close paper">
      <DayHead date={date} canPrint={query.data !== undefined} />
      {date === today() && (
        <div className="only-screen">
          <NoticeBox
            kind="info"
            title="This day isn’t over"
            text="Its numbers keep changing until midnight in Lagos."
          />
        </div>
      )}
      {query.isPending && <Loading label="Closing the day…" />}
      {query.isError && !query.data && <LoadFailed what="The day close" query={query} />}
      {query.data && <DaySheet day={query.data} />}
    </div>
  )
}
