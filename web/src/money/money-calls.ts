import { maxPageSize } from '@strand/contracts/list'
import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankLine, BankLineRow } from '@strand/contracts/money/bank-line'
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api/client.ts'
import { pageCount } from '../shared/list/list-state.ts'
import { moneyKey } from '../shared/server-state/money-counts.ts'

export const linesKey = [...moneyKey, 'lines'] as const
export const statementsKey = [...moneyKey, 'statements'] as const

/** Fetches all accounts; a shop has only a few. */
export const useBankAccounts = () =>
  useQuery({
    queryKey: [...moneyKey, 'accounts'],
    queryFn: async ({ signal }) => {
      const query = { results: maxPageSize }
      return (await call(bankEndpoints.listBankAccounts, { query, signal })).result.data
    },
  })

export const useCoverages = (bankAccountIds: readonly string[]) =>
  useQueries({
    queries: bankAccountIds.map((bankAccountId) => ({
      queryKey: [...moneyKey, 'coverage', bankAccountId],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const sent = { params: { bankAccountId }, signal }
        return (await call(bankEndpoints.getBankCoverage, sent)).result
      },
    })),
  })

const lineKey = (lineId: string) => [...moneyKey, 'line', lineId]

/**
 * A line from a list includes its best order and the amount that is still owed back. A line in a
 * command's answer does not include them.
 */
export type ShownLine = BankLine & Partial<Pick<BankLineRow, 'best' | 'approved' | 'stillOwedKobo'>>

/**
 * Finds a line by its id among the lines of the same day, because no endpoint returns a single
 * line.
 */
export const useLine = (lineId: string | null, on: string | null) =>
  useQuery({
    queryKey: [...lineKey(lineId ?? ''), on],
    queryFn: ({ signal }) => findLine(lineId ?? '', on ?? '', signal),
    enabled: lineId !== null && on !== null,
  })

const findLine = async (
  lineId: string,
  day: string,
  signal: AbortSignal,
): Promise<ShownLine | null> => {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { dateFrom: day, dateTo: day, page, results: maxPageSize }
    const { data, total } = (await call(bankEndpoints.listBankLines, { query, signal })).result
    const found = data.find((line) => line.lineId === lineId)
    if (found) return found
    pages = pageCount(total, maxPageSize)
  }
  return null
}

const keepLine = (client: QueryClient, line: BankLine) =>
  client.setQueryData([...lineKey(line.lineId), line.bookedOn], line)

export const useKeepLine = () => {
  const client = useQueryClient()
  return (line: BankLine) => void keepLine(client, line)
}
