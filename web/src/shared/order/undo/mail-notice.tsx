import { orderMailEndpoints } from '@strand/contracts/mail/order-mails'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

/**
 * Says whether and when the customers get an email about a change. Shown before or after the
 * change.
 */
export const MailNotice = ({
  isMailed,
  count = 1,
  isRunning = false,
}: {
  isMailed: boolean
  count?: number
  /** Whether part of the delay is over, so that the full delay would be wrong. */
  isRunning?: boolean | undefined
}) => {
  // Loaded once, because the delay does not change while the server runs.
  const { data } = useQuery({
    queryKey: ['mail-delay'],
    queryFn: async ({ signal }) =>
      (await call(orderMailEndpoints.getMailDelay, { signal })).result.seconds,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const whoGets = count === 1 ? 'The customer gets' : 'The customers get'
  if (!isMailed) return `${whoGets} no email about it.`
  if (!data) return `${whoGets} an email.`
  return `${whoGets} an email ${isRunning ? 'soon' : `in ${data} s`} unless you undo.`
}
