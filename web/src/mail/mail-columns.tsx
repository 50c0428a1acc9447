import type { FailedMail } from '@strand/contracts/mail/mail'
import { Link } from 'react-router-dom'
import { Button } from '../shared/buttons/button.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import type { Column } from '../shared/list/table/list-table.tsx'
import { paths } from '../shared/navigation/paths.ts'
import type { MailActions } from './use-mail-actions.ts'

export const nameOf = ({ mail, orderid, fullname }: FailedMail) =>
  `the mail '${mail}' ${orderid ? `of order ${orderid}` : `to ${fullname ?? 'staff'}`}`

const common: Column<FailedMail>[] = [
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
]

const actionOf = (text: string, mail: FailedMail, busy: MailActions['busy'], act: () => void) => (
  <Button size="small" busy={busy.has(mail.mailid)} disabled={busy.has(mail.mailid)} onClick={act}>
    {text}
    <span className="for-screen-readers">: {nameOf(mail)}</span>
  </Button>
)

export const failedColumns = ({ sendAgain, busy }: MailActions): Column<FailedMail>[] => [
  ...common,
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
    cell: (mail) => actionOf('Send again', mail, busy, () => sendAgain(mail.mailid)),
  },
]

export const heldColumns = ({ settleHeld, busy }: MailActions): Column<FailedMail>[] => [
  ...common,
  {
    header: 'Held',
    sortField: 'failedat',
    cell: ({ failedat }) => <RelativeTime at={failedat} />,
  },
  {
    header: 'Action',
    cell: (mail) => (
      <>
        {actionOf('Send', mail, busy, () => settleHeld('send', mail.mailid))}{' '}
        {actionOf('Drop', mail, busy, () => settleHeld('drop', mail.mailid))}
      </>
    ),
  },
]
