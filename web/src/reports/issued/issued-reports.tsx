import { reportEndpoints } from '@strand/contracts/reports/endpoints'
import type { IssuedReport } from '@strand/contracts/reports/issued'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { Span } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { formatSpan } from '../../shared/format/staff-time.ts'
import { ListView } from '../../shared/list/list-view.tsx'
import { type Column, ListTable } from '../../shared/list/table/list-table.tsx'
import { TwoLines } from '../../shared/list/table/two-lines.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { reportTitles } from '../report/report-address.ts'
import { asAtWords } from '../report/report-source.tsx'
import { issuedKey } from '../report-calls.ts'
import { useNames } from '../use-names.ts'
import { RerunOutcome } from './rerun-outcome.tsx'

const noFilters: readonly string[] = []

/** The URL that shows the same report again, as at the last event that it included. */
const addressOf = ({ name, parameters: { from, to, by }, index }: IssuedReport) =>
  `${reportPaths.report(name, { from, to })}${by ? `&by=${by}` : ''}&asOf=${index}`

const titleOf = ({ name, parameters: { from, to } }: IssuedReport) =>
  `${reportTitles[name]}, ${formatSpan({ from, to })}`

/** Issued reports, newest first. A button runs a report again and compares the result. */
export const IssuedReports = () => {
  const controls = useListState(noFilters)
  const query = usePage(issuedKey, reportEndpoints.listIssuedReports, controls.state)
  const nameOf = useNames()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <div className="issued-reports">
      <ListView
        query={query}
        noun="issued reports"
        controls={controls}
        empty={
          <>
            <h2>No report has been issued yet</h2>
            <p>
              Choose <strong>Issue</strong> on a report: its hash is written into the log, so anyone
              who runs it again later can see whether it’s the same.
            </p>
          </>
        }
      >
        {(rows) => (
          <ListTable
            label="Issued reports"
            columns={columnsOf(nameOf, open, toggle)}
            rows={rows}
            idOf={({ reportId }) => reportId}
            nameOf={titleOf}
            controls={controls}
            expansion={{
              open,
              toggle,
              render: ({ reportId }) => <RerunOutcome reportId={reportId} />,
            }}
          />
        )}
      </ListView>
    </div>
  )
}

const columnsOf = (
  nameOf: (userid: string) => string,
  open: ReadonlySet<string>,
  toggle: (id: string) => void,
): Column<IssuedReport>[] => [
  {
    header: 'Report',
    headline: true,
    cell: (report) => (
      <Link to={addressOf(report)}>
        {reportTitles[report.name]}, <Span {...report.parameters} />
      </Link>
    ),
  },
  { header: 'As at', cell: ({ parameters: { asOf } }) => asAtWords(asOf) },
  { header: 'Event', numeric: true, cell: ({ index }) => formatNumber(index) },
  {
    header: 'Issued',
    cell: ({ issuedAt, userid }) => (
      <TwoLines first={<RelativeTime at={issuedAt} />} second={nameOf(userid)} />
    ),
  },
  {
    header: 'Run again',
    cell: (report) => (
      <Button
        size="small"
        aria-expanded={open.has(report.reportId)}
        onClick={() => toggle(report.reportId)}
      >
        {open.has(report.reportId) ? 'Close' : 'Run again'}
        <span className="for-screen-readers">: {titleOf(report)}</span>
      </Button>
    ),
  },
]
