import { maxDifferences, type Rerun } from '@strand/contracts/reports/issued'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { RowsTable } from '../report/report-table.tsx'
import { useRerun } from '../report-calls.ts'
import { useNames } from '../use-names.ts'

/** What running a report again has shown: the same result, or the rows that differ. */
export const RerunOutcome = ({ reportId }: { reportId: string }) => {
  const query = useRerun(reportId)
  if (query.isPending) return <Outline what="report as it is now" rows={4} />
  if (!query.data) return <LoadFailed what="The report" query={query} />
  const { same, issued, sha256 } = query.data
  if (same)
    return (
      <NoticeBox kind="success" title="The report is the same">
        Up to event {formatNumber(issued.index)}, its rows still have the issued hash:{' '}
        <code className="hash">{sha256}</code>
      </NoticeBox>
    )
  return (
    <div className="rerun">
      <NoticeBox kind="failure" title="The report has changed">
        The issued hash was <code className="hash">{issued.sha256}</code>, now it is{' '}
        <code className="hash">{sha256}</code>.
      </NoticeBox>
      <Difference title="Issued, but no longer in the report" rerun={query.data} kind="missing" />
      <Difference
        title="In the report now, but not when it was issued"
        rerun={query.data}
        kind="added"
      />
    </div>
  )
}

const Difference = ({
  title,
  rerun,
  kind,
}: {
  title: string
  rerun: Rerun
  kind: 'missing' | 'added'
}) => {
  const nameOf = useNames()
  const { issued } = rerun
  const rows = rerun[kind]
  if (rows.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <RowsTable name={issued.name} rows={rows} asked={issued.parameters} nameOf={nameOf} />
      {rows.length === maxDifferences && <p>There may be more.</p>}
    </section>
  )
}
