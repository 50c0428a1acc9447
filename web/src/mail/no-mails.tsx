import type { MailCounts, MailState } from '@strand/contracts/mail/mail'

/** What an empty tab says: that every mail went out only when that is so. */
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
  waiting: ['No mail is waiting', 'A mail is listed here until it is sent.'],
  sent: [
    'No mail was sent in the last 30 days',
    'A mail is listed here once the mail server has accepted it.',
  ],
  held: [
    'No mail is held',
    'A mail is held here when more orders than usual were placed in a customer’s name, or in the whole shop. Nothing is sent for an order that you archive.',
  ],
}

const NoneFailed = ({ counts }: { counts: MailCounts | undefined }) => {
  const isAllSent = counts && !counts.outage && counts.waiting + counts.held === 0
  return (
    <>
      <h2>{isAllSent ? 'Every mail went out' : 'No mail failed'}</h2>
      <p>A mail is listed here when it was refused, or could not be delivered for a long time.</p>
    </>
  )
}
