import type { BulkAnswer, CommandAnswer } from '@strand/contracts/answer'
import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useBusyRows } from '../../server-state/use-busy-rows.ts'
import { type RowCommand, useCommand } from '../../server-state/use-command.ts'

export type RowActions<One extends string, Many extends string> = {
  /** The actions on one row, and those on many. */
  one: Record<One, (id: string) => Promise<CommandAnswer>>
  many: Record<Many, (ids: string[]) => Promise<BulkAnswer>>
  /** The titles of the toasts that report success. */
  titles: Record<One | Many, string>
}

/**
 * Approve, archive, restore and erase on the rows of a list. `busy` contains a row until the list
 * on the screen shows the outcome, so that nobody repeats the action.
 */
export const useRowActions = <One extends string, Many extends string>(
  { one, many, titles }: RowActions<One, Many>,
  invalidates: InvalidateQueryFilters & { queryKey: readonly string[] },
  /** Without a toast for each success, where the screen itself shows what was done. */
  { quiet = false } = {},
) => {
  const { attempt } = useCommand({
    send: ({ send }: RowCommand & { title: string; send: () => Promise<Partial<BulkAnswer>> }) =>
      send(),
    success: ({ responseMessage = '', result }, { title }) =>
      quiet || result?.length === 0 ? null : { title, text: responseMessage },
    situation: 'action',
    invalidates,
  })
  return {
    /** Resolves to whether it succeeded. */
    act: (action: One, id: string): Promise<boolean> =>
      attempt({ rows: [id], title: titles[action], send: () => one[action](id) }),
    /** Reports the rows that the shop refused to change. */
    actOnAll: (
      action: Many,
      ids: string[],
      onRefused: (failed: BulkAnswer['failed']) => void,
    ): Promise<boolean> =>
      attempt({
        rows: ids,
        title: titles[action],
        send: async () => {
          const answer = await many[action](ids)
          onRefused(answer.failed)
          return answer
        },
      }),
    busy: useBusyRows(invalidates.queryKey),
  }
}

/** The actions of an archivable list. */
export const archiveActions = (
  endpoints: ArchivingEndpoints,
): RowActions<'archive' | 'restore', 'archive' | 'restore'> => ({
  one: {
    archive: (id) => call(endpoints.archive, { params: { id } }),
    restore: (id) => call(endpoints.restore, { params: { id } }),
  },
  many: {
    archive: (ids) => call(endpoints.archiveMany, { body: ids }),
    restore: (ids) => call(endpoints.restoreMany, { body: ids }),
  },
  titles: { archive: 'Archived', restore: 'Restored' },
})
