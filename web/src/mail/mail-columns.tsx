import type { ListedMail, MailState } from '@strand/contracts/mail/mail'
import { Link } from 'react-router-dom'
import { Button } from '../shared/buttons/button.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import type { Column } from '../shared/list/table/list-table.tsx'
import { paths } from '../shared/navigation/paths.ts'
import type { MailActions } from './use-mail-actions.ts'

export const nameOf = ({ mail, orderid, fullname }: ListedMail) =>
  `the email '${mail}' ${orderid ? `of order ${orderid}` : `to ${fullname ?? 'staff'}`}`

const common: Column<ListedMail>[] = [
  {
    header: 'Mail',
    headline: true,
    sortField: 'kind',
    cell: ({ mail }) => mail.charAt(0).toUpperCase() + mail.slice(1),
  },
  {
    header: 'For',
    cell: ({ orderid, fullname }) =>
      orderid ? <Link to={paths.orderOf(orderid)}>{orderid}</Link> : (fullname ?? 'Staff'),
  },
]

const reason = (none: string): Column<ListedMail> => ({
  header: 'Reason',
  wide: true,
  cell: ({ reason: said }) => said || none,
})

const tries: Column<ListedMail> = {
  header: 'Tries',
  numeric: true,
  sortField: 'tries',
  cell: (mail) => formatNumber(mail.tries),
}

const time = (header: string, field: 'createdat' | 'failedat' | 'sentat'): Column<ListedMail> => ({
  header,
  sortField: field,
  cell: (mail) => <RelativeTime at={mail[field] ?? mail.createdat} />,
})

const actionOf = (text: string, mail: ListedMail, busy: MailActions['busy'], act: () => void) => (
  <Button size="small" busy={busy.has(mail.mailid)} disabled={busy.has(mail.mailid)} onClick={act}>
    {text}
    <span className="for-screen-readers">: {nameOf(mail)}</span>
  </Button>
)

export const mailColumns: Record<MailState, (actions: MailActions) => Column<ListedMail>[]> = {
  waiting: () => [...common, reason('Not tried yet'), tries, time('Since', 'createdat')],
  failed: ({ sendAgain, busy }) => [
    ...common,
    reason('Unknown'),
    tries,
    time('Failed', 'failedat'),
    {
      header: 'Action',
      cell: (mail) => actionOf('Send again', mail, busy, () => sendAgain(mail.mailid)),
    },
  ],
  sent: () => [...common, tries, time('Sent', 'sentat')],
  held: ({ settle, busy }) => [
    ...common,
    reason('Unknown'),
    time('Held', 'failedat'),
    {
      header: 'Action',
      cell: (mail) => (
        <>
          {actionOf('Send', mail, busy, () => settle('sendHeld', mail.mailid))}{' '}
          {actionOf('Drop', mail, busy, () => settle('dropHeld', mail.mailid))}
        </>
      ),
    },
  ],
}
