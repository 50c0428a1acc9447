import type { z } from 'zod'
import { type Command, useCommand } from '../server-state/use-command.ts'
import { forgetSentForm } from './form-draft.ts'
import { useForm } from './use-form.ts'

export const useCommandForm = <
  Values extends Record<string, unknown>,
  Schema extends z.ZodType,
  Answer,
>({
  schema,
  initial,
  draft,
  ...command
}: {
  schema: Schema
  initial: Values
  draft?: string
} & Command<z.output<Schema>, Answer>) => {
  const send = async (valid: z.output<Schema>) => {
    const answer = await command.send(valid)
    // Removes the draft now, because the form closes only after the lists have reloaded, and the
    // user may leave before that.
    if (draft) forgetSentForm(draft)
    return answer
  }
  const { run, busy, failure } = useCommand({ ...command, send })
  const form = useForm({ schema, initial, ...(draft && { draft }), send: run })
  return { ...form, busy, failure }
}
