import { dayInWords } from '@strand/contracts/day-words'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { UnbalancedAccounts } from '../../shared/bank/unbalanced-accounts.tsx'
import { Button } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { today } from '../../shared/format/day.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import { formatTime } from '../../shared/format/time.ts'
import { DownloadButton } from '../../shared/list/download-button.tsx'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { issuedKey, issueReport, reportEndpoint, useReport } from '../report-calls.ts'
import { useNames } from '../use-names.ts'
import { PeriodFields } from './period-fields.tsx'
import { type Asked, askedOf, changedAddress, issuedTab, reportTitles } from './report-address.ts'
import { ReportChart } from './report-chart.tsx'
import { asAtWords, ReportSource } from './report-source.tsx'
import { ReportTable } from './report-table.tsx'

type Loaded = NonNullable<ReturnType<typeof useReport>['data']>

const queryOf = ({ from, to, by, asOf }: Asked) => ({
  from,
  to,
  ...(by && { by }),
  ...(asOf && { asOf }),
})

export const ReportView = () => {
  const [params, setParams] = useSearchParams()
  const asked = askedOf(params, today())
  const query = useReport(asked.name, queryOf(asked))
  const { data, isError, isPending, isPlaceholderData, dataUpdatedAt } = query
  return (
    <>
      <PeriodFields
        asked={asked}
        onChange={(changes) => setParams((now) => changedAddress(now, changes))}
      />
      {isPending && <Outline what="report" />}
      {isError && !data && <LoadFailed what="The report" query={query} />}
      {isError && data && (
        <NoticeBox
          kind="failure"
          title="The report could not be refreshed"
          text={`These figures are from ${formatTime(new Date(dataUpdatedAt).toISOString())}.`}
        />
      )}
      {data && (
        <div className="report" data-waiting={isPlaceholderData || undefined}>
          <ReportSheet asked={asked} report={data} isWaiting={isPlaceholderData} />
        </div>
      )}
    </>
  )
}

const ReportSheet = ({
  asked: { name },
  report,
  isWaiting,
}: {
  asked: Asked
  report: Loaded
  isWaiting: boolean
}) => {
  const nameOf = useNames()
  return (
    <>
      <div className="report-head">
        <div>
          <h2>{reportTitles[name]}</h2>
          <p>
            {dayInWords(report.from)} to {dayInWords(report.to)}, as at {asAtWords(report.asOf)}
          </p>
        </div>
        <Actions name={name} report={report} isWaiting={isWaiting} />
      </div>
      {'unbalanced' in report && <UnbalancedAccounts accounts={report.unbalanced} />}
      {report.rows.length === 0 ? (
        <div className="list-empty">
          <h3>Nothing in this period</h3>
          <p>Choose an earlier first day, or a later “as&nbsp;at”.</p>
        </div>
      ) : (
        <>
          <ReportChart name={name} rows={report.rows} nameOf={nameOf} />
          <ReportTable
            name={name}
            rows={report.rows}
            totals={report.totals}
            asked={report}
            nameOf={nameOf}
          />
        </>
      )}
      <ReportSource report={report} />
    </>
  )
}

/**
 * The `asOf` with which the server issues exactly the report that is on the screen. A past day
 * always gives the same report, so it can be used as it is. Otherwise, this is the index of the
 * last event that the report counted.
 */
const issuedAs = ({ asOf, index }: Loaded) =>
  typeof asOf === 'string' && asOf < today() ? asOf : String(index)

const Actions = ({
  name,
  report,
  isWaiting,
}: Pick<Asked, 'name'> & { report: Loaded; isWaiting: boolean }) => {
  const { from, to, by, index } = report
  const [issued, setIssued] = useState<number | null>(null)
  const issue = useCommand({
    send: issueReport,
    success: 'Report issued',
    situation: 'admin',
    invalidates: { queryKey: issuedKey },
    onSuccess: (answer) => setIssued(answer.index),
  })
  const query = { from, to, ...(by && { by }), asOf: issuedAs(report) }
  return (
    <div className="page-actions report-actions">
      {issued === index && issued !== null && (
        <p role="status">
          Issued up to event {formatNumber(issued)}. <Link to={`?report=${issuedTab}`}>See it</Link>
        </p>
      )}
      <DownloadButton
        text="CSV"
        endpoint={reportEndpoint(name)}
        file={`${name}-report-${from}-to-${to}-made`}
        query={index === null ? { from, to } : query}
      />
      <Button onClick={() => window.print()}>Print</Button>
      <Button
        variant="primary"
        busy={issue.busy}
        disabled={issue.busy || isWaiting || index === null}
        onClick={() => void issue.attempt({ name, body: query })}
      >
        Issue
      </Button>
    </div>
  )
}
