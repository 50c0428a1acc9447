import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { useReloadBeside } from '../../shared/list/use-reload-beside.ts'
import { useMoneyCounts } from '../../shared/server-state/money-counts.ts'
import { statementsKey } from '../money-calls.ts'

/**
 * The statement of the import that has just finished; null until it is known. It is loaded again
 * whenever the counts change, because a colleague may undo the import.
 */
export const useImportedStatement = (statementId: string | null) => {
  const query = useQuery({
    queryKey: [...statementsKey, 'just imported', statementId],
    // The list is newest first, so the import is on its first page.
    queryFn: async ({ signal }) =>
      (await call(bankEndpoints.listBankStatements, { signal })).result.data.find(
        (listed) => listed.statementId === statementId,
      ) ?? null,
    enabled: statementId !== null,
  })
  useReloadBeside(query, useMoneyCounts().data)
  return query.data ?? null
}
