import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { usePermission } from '../session/use-permission.ts'
import { mailsKey } from './mails-key.ts'

/** In milliseconds: the pause between polls, short enough that staff see an outage within 5 s. */
const pollEvery = 4_000

/**
 * The number of emails in each state and, if there is one, the current outage. Not fetched for
 * staff who may not see emails.
 */
export const useMailCounts = () => {
  const enabled = usePermission('mails.manage')
  return useQuery({
    queryKey: [...mailsKey, 'counts'],
    queryFn: async ({ signal }) => (await call(mailEndpoints.countMails, { signal })).result,
    refetchInterval: pollEvery,
    enabled,
  })
}
