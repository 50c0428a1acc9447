import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { usePermission } from '../session/use-permission.ts'
import { ordersKey } from './order-queries.ts'

/** The key of all bank data. It begins with the orders' key, because an approval changes both. */
export const moneyKey = [...ordersKey, 'money'] as const

/**
 * In milliseconds: the pause between polls. The counts are polled, because the bank can take money
 * back at any time.
 */
const usualPoll = 30_000

/**
 * The number of lines in each tab, and the numbers of statements, of debts to customers, and of
 * amounts that the bank took back.
 */
export const useMoneyCounts = (pollEvery = usualPoll) => {
  const enabled = usePermission('money.read')
  return useQuery({
    queryKey: [...moneyKey, 'counts'],
    queryFn: async ({ signal }) => (await call(bankEndpoints.countBankLines, { signal })).result,
    refetchInterval: pollEvery,
    enabled,
  })
}
