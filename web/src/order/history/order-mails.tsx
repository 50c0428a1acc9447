import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { type OrderMail, orderMailEndpoints } from '@strand/contracts/mail/order-mails'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { formatSecond } from '../../shared/format/staff-time.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { usePermission } from '../../shared/session/use-permission.ts'

/** In milliseconds: the pause between two polls while an email is waiting. */
const lookEvery = 3_000
const isOpen = ({ state }: OrderMail) => state === 'delayed' || state === 'waiting'

export const useOrderMails = (orderId: string) => {
  const { data = [] } = useQuery({
    queryKey: [...ordersKey, 'order-mails', orderId],
    queryFn: async ({ signal }) =>
      (await call(orderMailEndpoints.listOrderMails, { params: { orderId }, signal })).result,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? lookEvery : false),
  })
  return (position: string) => data.filter((mail) => mail.position === position)
}

/** The email about an event: when it will be or was sent, or why it was not sent. */
export const EventMail = ({ mail }: { mail: OrderMail }) => {
  const maySend = usePermission('mails.manage')
  const { attempt, busy } = useCommand({
    send: () => call(mailEndpoints.retryMail, { params: { id: mail.mailid } }),
    success: 'Updated',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
  })
  return (
    <p className="timeline-mail">
      Email “{mail.mail}”: {stateInWords(mail)}
      {mail.state === 'failed' && maySend && (
        <Button size="small" busy={busy} disabled={busy} onClick={() => void attempt(undefined)}>
          Send again
        </Button>
      )}
    </p>
  )
}

const stateInWords = ({ state, until, at, reason }: OrderMail): string => {
  const when = at ? ` ${formatSecond(at)}` : ''
  const why = reason && `: ${reason}`
  switch (state) {
    case 'delayed':
      return `waiting${until ? ` until ${formatSecond(until)}` : ''}, in case of an undo`
    case 'waiting':
      return `on its way${why}`
    case 'sent':
      return `sent${when}`
    case 'failed':
      return `failed${when}${why}`
    case 'held':
      return `held${when}${why}`
    case 'unsent':
      return `not sent${why}`
  }
}
