import type { CommandAnswer } from '@strand/contracts/answer'
import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import type { BulkAnswer } from '@strand/contracts/bulk'
import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { Notice } from '../../api/error-catalogue.ts'
import type { ToastContent } from '../../feedback/toast.ts'
import { undoButton } from '../../feedback/undo-button.tsx'
import { type RowCommand, useBusyRows, useCommand } from '../../server-state/use-command.ts'

/** `notice` replaces the answer's text; it is null if the screen itself shows what was done. */
type Told = { notice?: ToastContent | null }
export type RowAnswer = CommandAnswer & Told
export type RowsAnswer = BulkAnswer & Told

export type RowActions<One extends string, Many extends string, Details = undefined> = {
  /** The actions on one row, and those on several rows. Some take details. */
  one: Record<One, (id: string, details?: Details) => Promise<RowAnswer>>
  many: Record<Many, (ids: string[], details?: Details) => Promise<RowsAnswer>>
  /** The titles of the toasts that report success. */
  titles: Record<One | Many, string>
  /** The bulk action that undoes each of these, which its toast offers. */
  undoneBy?: Partial<Record<One | Many, Many>>
}

/** Called with the rows of a failed action, and with what the user was told. */
export type OnFailed = (rows: readonly string[], notice: Notice) => void
type OnRefused = (failed: BulkAnswer['failed']) => void

type OnConflict = (message: string) => boolean

type Sent<Action> = RowCommand & {
  action: Action
  send: () => Promise<Partial<RowsAnswer>>
  onConflict?: OnConflict | undefined
}

/**
 * Approve, archive, restore and erase on the rows of a list. `busy` contains a row until the list
 * on the screen shows the outcome, so that nobody repeats the action.
 */
export const useRowActions = <One extends string, Many extends string, Details = undefined>(
  { one, many, titles, undoneBy = {} }: RowActions<One, Many, Details>,
  invalidates: InvalidateQueryFilters & { queryKey: readonly string[] },
  {
    onRefused,
    onFailed,
  }: {
    /** Called with the rows that the shop refused to change, also by an undo. */
    onRefused?: OnRefused
    onFailed?: OnFailed
  } = {},
) => {
  const { attempt } = useCommand({
    send: ({ send }: Sent<One | Many>) => send(),
    success: ({ responseMessage = '', result, notice }, { action, rows }) => {
      if (notice !== undefined) return notice
      if (result?.length === 0) return null
      const by: Many | undefined = undoneBy[action]
      const undo = undoButton(() => void (by && actOnAll(by, result ?? [...rows])))
      return { title: titles[action], text: responseMessage, ...(by && { action: undo }) }
    },
    situation: 'action',
    invalidates,
    onConflict: (message, { onConflict }) => onConflict?.(message) ?? false,
    ...(onFailed && {
      onFailure: (notice: Notice, { rows }: RowCommand) => onFailed(rows, notice),
    }),
  })
  const actOnAll = (
    action: Many,
    ids: string[],
    onRefusedNow: OnRefused = () => {},
    details?: Details,
  ): Promise<boolean> =>
    attempt({
      rows: ids,
      action,
      send: async () => {
        const answer = await many[action](ids, details)
        onRefusedNow(answer.failed)
        onRefused?.(answer.failed)
        return answer
      },
    })
  return {
    /**
     * Resolves to whether it succeeded. If a colleague got there first, `onConflict` can report that itself by
     * returning true.
     */
    act: (action: One, id: string, details?: Details, onConflict?: OnConflict): Promise<boolean> =>
      attempt({ rows: [id], action, send: () => one[action](id, details), onConflict }),
    /** Reports the rows that the shop refused to change. */
    actOnAll,
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
  undoneBy: { archive: 'restore' },
})
