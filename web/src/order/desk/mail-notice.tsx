import { orderMailEndpoints } from '@strand/contracts/mail/order-mails'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

/** What the customer is mailed about a change that is about to be made, or was made just now. */
export const MailNotice = ({ isMailed }: { isMailed: boolean }) => {
  // The same while the shop runs.
  const { data } = useQuery({
    queryKey: ['mail-delay'],
    queryFn: async ({ signal }) =>
      (await call(orderMailEndpoints.getMailDelay, { signal })).result.seconds,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isMailed) return 'The customer gets no mail about it.'
  if (!data) return 'The customer gets a mail.'
  return `The customer gets a mail in ${data} s unless you undo.`
}
