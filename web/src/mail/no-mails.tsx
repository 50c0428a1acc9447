import type { MailCounts, MailState } from '@strand/contracts/mail/mail'

/** The text of an empty tab. Claims that all emails went out only if that is true. */
export const NoMails = ({
  state,
  counts,
}: {
  state: MailState
  counts: MailCounts | undefined
}) => {
  if (state === 'failed') return <NoneFailed counts={counts} />
  const [title, text] = texts[state]
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
    </>
  )
}

const texts: Record<Exclude<MailState, 'failed'>, [title: string, text: string]> = {
  waiting: ['No emails are waiting', 'Emails appear here until they are sent.'],
  sent: [
    'No emails were sent in the last 30 days',
    'Emails appear here once the mail server has accepted them.',
  ],
  held: [
    'No emails are held',
    'Emails are held here when unusually many orders name the same customer, or when the whole shop gets unusually many. If you archive an order, its email is not sent.',
  ],
}

const NoneFailed = ({ counts }: { counts: MailCounts | undefined }) => {
  const isAllSent = counts && !counts.outage && counts.waiting + counts.failed + counts.held === 0
  return (
    <>
      <h2>{isAllSent ? 'All emails went out' : 'No emails failed'}</h2>
      <p>Emails appear here if they were refused, or could not be delivered for a long time.</p>
    </>
  )
}
