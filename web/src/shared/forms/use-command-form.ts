import type { CommandAnswer } from '@strand/contracts/answer'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { failureNotice, type Notice, type Situation } from '../api/error-catalogue.ts'
import { toast } from '../feedback/toast.ts'
import { removeDraft } from './form-draft.ts'
import { useForm } from './use-form.ts'

/**
 * A form that sends one command: it shows a toast with the outcome, by the specification's
 * catalogue, then refreshes the lists that show the change, then calls `after`. `failure` stays
 * until the next try.
 */
export const useCommandForm = <
  Values extends Record<string, unknown>,
  Schema extends z.ZodType,
  Answer extends CommandAnswer,
>({
  command,
  done: successNotice,
  situation,
  refreshes: invalidates,
  after: onSuccess,
  ...form
}: {
  schema: Schema
  initial: Values
  draft?: string
  command: (valid: z.output<Schema>) => Promise<Answer>
  /** The title above the server's own message, or the whole notice. */
  done: string | ((answer: Answer) => Notice)
  situation: Situation
  /** Key of the queries that show what the command changes. */
  refreshes?: readonly string[]
  after?: (answer: Answer) => void
}) => {
  const client = useQueryClient()
  const [failure, setFailure] = useState<Notice | null>(null)
  const state = useForm({
    ...form,
    send: async (valid) => {
      setFailure(null)
      try {
        const answer = await command(valid)
        toast.success(
          typeof successNotice === 'string'
            ? { title: successNotice, text: answer.responseMessage }
            : successNotice(answer),
        )
        if (invalidates) await client.invalidateQueries({ queryKey: invalidates })
        onSuccess?.(answer)
      } catch (error) {
        const notice = failureNotice(error, situation)
        toast.failure(notice)
        setFailure(notice)
        throw error
      }
    },
  })
  /** Discards what was typed, also for the next time. */
  const discardDraft = () => {
    if (form.draft) removeDraft(form.draft)
  }
  return { ...state, failure, discardDraft: discardDraft }
}
