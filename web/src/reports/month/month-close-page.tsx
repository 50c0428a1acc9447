import type { MonthClose } from '@strand/contracts/reports/overview'
import { useNavigate, useParams } from 'react-router-dom'
import { saveFile } from '../../shared/api/download.ts'
import { Button, ButtonLink } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { today } from '../../shared/format/day.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { useAdmin } from '../../shared/session/session.ts'
import { issuedKey, useMonthClose } from '../report-calls.ts'
import { accountantFiles } from './accountant-files.ts'
import { formatMonth, monthAfter } from './month.ts'
import { MonthSheet } from './month-sheet.tsx'
import '../../shared/list/list-view.css'
import '../paper.css'
import '../day/day-close.css'

/**
 * `/dashboard/reports/month/:month`: the close of a month, to print, sign and send to the
 * accountant.
 */
export const MonthClosePage = () => {
  const { month = '' } = useParams()
  usePageTitle(`Month close ${month}`)
  const query = useMonthClose(month)
  const isOver = month < today().slice(0, 7)
  return (
    <div className="day-close paper">
      <MonthHead month={month} close={query.data} />
      {!isOver && query.data && (
        <div className="only-screen">
          <NoticeBox
            kind="info"
            title="This month isn’t over"
            text="The numbers keep changing until the month ends in Lagos."
          />
        </div>
      )}
      {query.isPending && <Outline what="month close" />}
      {query.isError && !query.data && <LoadFailed what="The month close" query={query} />}
      {query.data && <MonthSheet close={query.data} />}
    </div>
  )
}

const MonthHead = ({ month, close }: { month: string; close: MonthClose | undefined }) => {
  const navigate = useNavigate()
  const { permissions } = useAdmin()
  const now = today().slice(0, 7)
  const known = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : now
  const { attempt, busy } = useCommand({
    send: (shown: MonthClose) => accountantFiles(shown, permissions),
    success: () => ({
      title: 'Issued for the accountant',
      text: 'One ZIP with the month close and its reports. Each report is listed under Issued.',
    }),
    situation: 'admin',
    invalidates: { queryKey: issuedKey },
    onSuccess: (zip) => saveFile(`month-close-${month}.zip`, zip),
  })
  const options = Array.from({ length: 24 }, (_, back) => monthAfter(now, -back))
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Month close</h1>
        <div className="page-actions">
          <Button disabled={!close} onClick={() => window.print()}>
            Print
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={busy || !close || close.index === null}
            onClick={() => close && void attempt(close)}
          >
            ZIP for the accountant
          </Button>
        </div>
      </div>
      <div className="list-tools day-tools">
        <ButtonLink to={reportPaths.monthCloseOf(monthAfter(known, -1))}>Previous month</ButtonLink>
        <SelectField
          label="Month"
          value={known}
          onChange={(chosen) => navigate(reportPaths.monthCloseOf(chosen))}
        >
          {!options.includes(known) && <option value={known}>{formatMonth(known)}</option>}
          {options.map((one) => (
            <option key={one} value={one}>
              {formatMonth(one)}
            </option>
          ))}
        </SelectField>
        {known < now && (
          <ButtonLink to={reportPaths.monthCloseOf(monthAfter(known, 1))}>Next month</ButtonLink>
        )}
      </div>
    </>
  )
}
