import { useMutationState } from '@tanstack/react-query'
import { rowsOf } from './use-command.ts'

/** The rows that commands are changing, until the list on the screen shows the outcome. */
export const useBusyRows = (queryKey: readonly string[]): ReadonlySet<string> =>
  new Set(
    useMutationState({
      filters: { mutationKey: queryKey, status: 'pending' },
      select: ({ state }) => rowsOf(state.variables),
    }).flat(),
  )
