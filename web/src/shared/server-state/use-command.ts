import type { CommandAnswer } from '@strand/contracts/answer'
import {
  type InvalidateQueryFilters,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { isConflict, isSessionLost } from '../api/api-error.ts'
import {
  conflictNotice,
  failureNotice,
  type Notice,
  type Situation,
} from '../api/error-catalogue.ts'
import { type ToastContent, toast, toasts } from '../feedback/toast.ts'

export type Command<Variables, Answer> = {
  send: (variables: Variables) => Promise<Answer>
  /**
   * The toast after a success: the title above the server's message, or a function that returns the
   * whole notice.
   */
  success?: string | ((answer: Answer, variables: Variables) => ToastContent | null)
  situation: Situation
  invalidates?: InvalidateQueryFilters
  /** Called once the queries in `invalidates` have reloaded, and show the change. */
  onSuccess?: (answer: Answer) => void
  /** Called with the notice that is shown, before the queries have reloaded. */
  onFailure?: (notice: Notice, variables: Variables) => void
  /**
   * Called after a conflict. Returns true if it has shown the conflict itself, so that there is no
   * toast.
   */
  onConflict?: (message: string, variables: Variables) => boolean
}

export type RowCommand = { rows: readonly string[] }

const rowsOf = (variables: unknown): readonly string[] =>
  typeof variables === 'object' && variables !== null && 'rows' in variables
    ? (variables as RowCommand).rows
    : []

/** The ids of rows on which a command is running, until the list shows the outcome. */
export const useBusyRows = (
  queryKey: readonly string[],
  isMeant: (variables: unknown) => boolean = () => true,
): ReadonlySet<string> =>
  new Set(
    useMutationState({
      filters: { mutationKey: queryKey, status: 'pending' },
      select: ({ state }) => (isMeant(state.variables) ? rowsOf(state.variables) : []),
    }).flat(),
  )

const successNotice = <Variables, Answer>(
  { success }: Command<Variables, Answer>,
  answer: Answer,
  variables: Variables,
): ToastContent | null => {
  if (typeof success === 'function') return success(answer, variables)
  const text = (answer as Partial<CommandAnswer> | undefined)?.responseMessage ?? ''
  return success === undefined ? null : { title: success, text }
}

/**
 * The usual way to send a command. Only the order form and the import of a statement have their own
 * (`use-submission.ts`, `use-import.ts`). A toast shows the outcome, in the words of the
 * specification's catalogue. The queries in `invalidates` are reloaded, and wait for the command's
 * log position. `failure` stays until the next try. Each press has its own key; a retry after a
 * lost answer uses the same key again (`api/command-keys.ts`).
 */
export const useCommand = <Variables, Answer>(command: Command<Variables, Answer>) => {
  const { send, situation, invalidates, onSuccess, onFailure, onConflict } = command
  const client = useQueryClient()
  const refresh = async () => {
    if (invalidates) await client.invalidateQueries(invalidates)
  }
  const { mutateAsync, isPending, isSuccess, error } = useMutation({
    ...(invalidates?.queryKey && { mutationKey: invalidates.queryKey }),
    mutationFn: send,
    // Forgets the variables when the screen closes, because a form may contain a password.
    gcTime: 0,
    onSuccess: async (answer, variables) => {
      const notice = successNotice(command, answer, variables)
      if (notice) toast.success(notice)
      else toasts.set([])
      await refresh()
      onSuccess?.(answer)
    },
    onError: async (failed, variables) => {
      if (isSessionLost(failed)) return
      const isFaster = isConflict(failed)
      if (!(isFaster && onConflict?.(failed.message, variables))) {
        const notice = failureNotice(failed, situation)
        toast.failure(notice)
        onFailure?.(notice, variables)
      }
      // Reloads the lists, so that they show what a colleague may have changed.
      if (rowsOf(variables).length > 0 || isFaster) await refresh()
    },
  })
  return {
    /** Sends the command. If it fails, shows the failure, and then rejects. */
    run: mutateAsync,
    attempt: (variables: Variables): Promise<boolean> =>
      mutateAsync(variables).then(
        () => true,
        () => false,
      ),
    busy: isPending,
    done: isSuccess,
    failure:
      error &&
      (onConflict && isConflict(error) ? conflictNotice(error) : failureNotice(error, situation)),
  }
}
