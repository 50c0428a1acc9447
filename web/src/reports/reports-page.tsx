import { permissionOfReport, ReportName } from '@strand/contracts/reports/definition'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../shared/buttons/button.tsx'
import { Outline } from '../shared/feedback/outline.tsx'
import { today } from '../shared/format/day.ts'
import { reportPaths } from '../shared/navigation/report-paths.ts'
import { TabLinks } from '../shared/navigation/tab-links.tsx'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { useAdmin } from '../shared/session/session.ts'
import { askedOf, changedAddress, issuedTab, reportTitles } from './report/report-address.ts'
import { ReportView } from './report/report-view.tsx'
import '../shared/list/list-view.css'
import './paper.css'
import './reports.css'

const IssuedReports = lazy(async () => ({
  default: (await import('./issued/issued-reports.tsx')).IssuedReports,
}))

/** `/dashboard/reports`: one report, or the list of issued reports. */
export const ReportsPage = () => {
  const [params] = useSearchParams()
  const { permissions } = useAdmin()
  const isIssued = params.get('report') === issuedTab
  const { name } = askedOf(params, today())
  usePageTitle(isIssued ? 'Issued reports' : `Report: ${reportTitles[name].toLowerCase()}`)
  const names = ReportName.options.filter((one) => permissions.includes(permissionOfReport[one]))
  const addressOf = (report: string) =>
    `${reportPaths.reports}?${changedAddress(params, { report })}`
  return (
    <div className="reports paper">
      <div className="page-head">
        <h1 tabIndex={-1}>Reports</h1>
        <div className="page-actions">
          <ButtonLink to={reportPaths.dayCloseOf(today())}>Day close</ButtonLink>
          <ButtonLink to={reportPaths.monthCloseOf(today().slice(0, 7))}>Month close</ButtonLink>
        </div>
      </div>
      <TabLinks
        label="Reports"
        tabs={[
          ...names.map((one) => ({
            text: reportTitles[one],
            to: addressOf(one),
            isCurrent: !isIssued && one === name,
          })),
          {
            text: 'Issued',
            to: `${reportPaths.reports}?report=${issuedTab}`,
            isCurrent: isIssued,
          },
        ]}
      />
      {isIssued ? (
        <Suspense fallback={<Outline what="issued reports" />}>
          <IssuedReports />
        </Suspense>
      ) : (
        // Without the key, the notice that one report was issued could appear on another report.
        <ReportView key={name} />
      )}
    </div>
  )
}
