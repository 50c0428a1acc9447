import type { CommandAnswer } from '@strand/contracts/answer'
import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import type { BulkAnswer } from '@strand/contracts/bulk'
import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { Notice } from '../../api/error-catalogue.ts'
import type { ToastContent } from '../../feedback/toast.ts'
import { undoButton } from '../../feedback/undo-button.tsx'
import { type RowCommand, useBusyRows, useCommand } from '../../server-state/use-command.ts'

export type RowActions<One extends string, Many extends string, Details = undefined> = {
  /** The commands on one row and on several rows. Some take details. */
  one: Record<One, (id: string, details?: Details) => Promise<CommandAnswer>>
  many: Record<Many, (ids: string[], details?: Details) => Promise<BulkAnswer>>
  titles: Record<One | Many, string>
  /** For each action, the bulk action that undoes it. The toast offers it. */
  undoneBy?: Partial<Record<One | Many, Many>>
}

/** Called with the ids of the rows if an action fails, and with the notice that is shown. */
export type OnFailed = (rows: readonly string[], notice: Notice) => void
type OnRefused = (failed: BulkAnswer['failed']) => void

type OnConflict = (message: string) => boolean

type SentOne<Action, Details> = RowCommand & {
  action: Action
  id: string
  details: Details | undefined
  onConflict: OnConflict | undefined
}
type SentMany<Action, Details> = {
  action: Action
  rows: string[]
  details: Details | undefined
  onRefused: OnRefused | undefined
}

/**
 * The actions on rows of a list. `busy` contains a row's id until the list shows the outcome, so
 * that the user does not repeat the action.
 */
export const useRowActions = <One extends string, Many extends string, Details = undefined>(
  { one, many, titles, undoneBy = {} }: RowActions<One, Many, Details>,
  invalidates: InvalidateQueryFilters & { queryKey: readonly string[] },
  {
    onRefused,
    onFailed,
    isQuiet = false,
  }: {
    /** Called with the rows that the server refused to change or, for an undo, to change back. */
    onRefused?: OnRefused
    onFailed?: OnFailed
    /** Whether the screen itself shows that an action succeeded, so that no toast is needed. */
    isQuiet?: boolean
  } = {},
) => {
  const success = (action: One | Many, changed: string[], text: string): ToastContent | null => {
    if (isQuiet || changed.length === 0) return null
    const by: Many | undefined = undoneBy[action]
    const undo = undoButton(() => void (by && actOnAll(by, changed)))
    return { title: titles[action], text, ...(by && { action: undo }) }
  }
  const sending = {
    situation: 'action' as const,
    invalidates,
    onFailure: (notice: Notice, { rows }: RowCommand) => onFailed?.(rows, notice),
  }
  const ofOne = useCommand({
    ...sending,
    send: ({ action, id, details }: SentOne<One, Details>) => one[action](id, details),
    success: ({ responseMessage }, { action, id }) => success(action, [id], responseMessage),
    onConflict: (message, { onConflict }) => onConflict?.(message) ?? false,
  })
  const ofMany = useCommand({
    ...sending,
    send: async (sent: SentMany<Many, Details>) => {
      const answer = await many[sent.action](sent.rows, sent.details)
      sent.onRefused?.(answer.failed)
      onRefused?.(answer.failed)
      return answer
    },
    success: ({ responseMessage, result }, { action }) => success(action, result, responseMessage),
  })
  const actOnAll = (
    action: Many,
    rows: string[],
    onRefused?: OnRefused,
    details?: Details,
  ): Promise<boolean> => ofMany.attempt({ action, rows, details, onRefused })
  return {
    /**
     * Resolves to whether the action succeeded. After a conflict, `onConflict` is called. It
     * returns true if it has shown the conflict itself.
     */
    act: (action: One, id: string, details?: Details, onConflict?: OnConflict): Promise<boolean> =>
      ofOne.attempt({ action, id, rows: [id], details, onConflict }),
    actOnAll,
    busy: useBusyRows(invalidates.queryKey),
  }
}

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
