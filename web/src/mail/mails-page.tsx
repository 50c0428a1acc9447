import { CommandAnswer } from '@strand/contracts/answer'
import { FailedMail } from '@strand/contracts/mail'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { failureNotice } from '../shared/error-catalogue.ts'
import { type Column, ListTable } from '../shared/list/list-table.tsx'
import { ListView } from '../shared/list/list-view.tsx'
import { useListState } from '../shared/list/use-list-state.ts'
import { usePage } from '../shared/list/use-page.ts'
import { formatNumber } from '../shared/money.tsx'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import { RelativeTime } from '../shared/relative-time.tsx'
import { toast } from '../shared/toast.ts'

const mailsKey = ['mails']
const noFilters: readonly string[] = []

/** `/dashboard/mails`: the mails that the shop gave up, and a way to send each again. */
export const MailsPage = () => {
  usePageTitle('Failed mails')
  const controls = useListState(noFilters)
  const query = usePage(mailsKey, FailedMail, '/admin/mails', controls.state)
  const { sendAgain, busy } = useSendAgain()
  return (
    <>
      <div className="page-head">
        <h1>Failed mails</h1>
      </div>
      <ListView
        query={query}
        noun="failed mails"
        controls={controls}
        empty={
          <>
            <h2>Every mail went out</h2>
            <p>A mail comes here when it was refused, or could not be delivered for a long time.</p>
          </>
        }
      >
        {(rows) => (
          <ListTable
            label="Failed mails"
            columns={columnsOf(sendAgain, busy)}
            rows={rows}
            idOf={({ mailid }) => mailid}
            nameOf={nameOf}
            controls={controls}
            busy={busy}
          />
        )}
      </ListView>
    </>
  )
}

const nameOf = ({ mail, orderid, fullname }: FailedMail) =>
  `the mail '${mail}' ${orderid ? `of order ${orderid}` : `to ${fullname ?? 'staff'}`}`

const columnsOf = (
  sendAgain: (mail: FailedMail) => void,
  busy: ReadonlySet<string>,
): Column<FailedMail>[] => [
  {
    header: 'Mail',
    headline: true,
    sortField: 'kind',
    cell: ({ mail }) => mail.charAt(0).toUpperCase() + mail.slice(1),
  },
  {
    header: 'For',
    cell: ({ orderid, fullname }) =>
      orderid ? <Link to={paths.auditOf(orderid)}>{orderid}</Link> : (fullname ?? 'Staff'),
  },
  { header: 'Reason', wide: true, cell: ({ reason }) => reason || 'Unknown' },
  {
    header: 'Tries',
    numeric: true,
    sortField: 'tries',
    cell: ({ tries }) => formatNumber(tries),
  },
  {
    header: 'Failed',
    sortField: 'failedat',
    cell: ({ failedat }) => <RelativeTime at={failedat} />,
  },
  {
    header: 'Action',
    cell: (mail) => (
      <Button
        size="small"
        busy={busy.has(mail.mailid)}
        disabled={busy.has(mail.mailid)}
        onClick={() => sendAgain(mail)}
      >
        Send again<span className="for-screen-readers">: {nameOf(mail)}</span>
      </Button>
    ),
  },
]

const useSendAgain = () => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const sendAgain = async ({ mailid }: FailedMail) => {
    setBusy((before) => new Set(before).add(mailid))
    try {
      const path = `/admin/mails/${encodeURIComponent(mailid)}/retry`
      const answer = await call(CommandAnswer, 'POST', path)
      toast.success({ title: 'Updated', text: answer.responseMessage })
    } catch (error) {
      toast.failure(failureNotice(error, 'admin'))
    } finally {
      await client.invalidateQueries({ queryKey: mailsKey })
      setBusy((before) => new Set([...before].filter((id) => id !== mailid)))
    }
  }
  return { sendAgain: (mail: FailedMail) => void sendAgain(mail), busy }
}
