import { invalidForm } from '@strand/contracts/notice'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { isApiError } from './api-error.ts'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import './form.css'
import { type FormErrors, firstOfEach, formErrorsOf } from './form-errors.ts'
import { toast } from './toast.ts'

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

/** What links a text field to its form. */
export type TextPart = {
  name: string
  value: string
  error: string | undefined
  onChange: (typed: string) => void
  onLeave: () => void
}
/** What a group of fields needs from the form that it is part of. */
export type FormPart<Name extends string> = { part: (name: Name) => TextPart }

/**
 * The state of one form under a contract's schema. A field's error shows once the user has left the
 * field or sent the form, and disappears as soon as the value is valid. Sending an invalid form
 * shows a toast, by the specification, and moves the focus to the first invalid field.
 */
export const useForm = <Values extends Record<string, unknown>, Schema extends z.ZodType>({
  schema,
  initial,
  draft,
  send,
}: {
  schema: Schema
  initial: Values
  /** Keeps what is typed under this name until it is sent or discarded; never for passwords. */
  draft?: string
  send: (valid: z.output<Schema>) => Promise<void>
}) => {
  const [values, setValues] = useState<Values>(() =>
    draft ? { ...initial, ...readDraft(draft) } : initial,
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<FormErrors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const wrong = formErrorsOf(schema, values)

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    const next = { ...values, [name]: value }
    setValues(next)
    if (draft) writeDraft(draft, next)
    if (refused[name]) setRefused(({ [name]: _, ...others }) => others)
  }
  const leave = (name: string) => setTouched((before) => new Set(before).add(name))
  const errorOf = (name: keyof Values & string): string | undefined =>
    refused[name] ?? (touched.has(name) ? wrong[name] : undefined)

  /** What a text field needs. A field left empty gets its error only when the form is sent. */
  const part = (name: TextName<Values>): TextPart => {
    const value = String(values[name])
    return {
      name,
      value,
      error: errorOf(name),
      onChange: (typed) => set(name, typed as Values[typeof name]),
      onLeave: () => value !== '' && leave(name),
    }
  }

  const showWrong = (errors: FormErrors) => {
    setTouched(new Set(Object.keys(values)))
    toast.failure({ title: invalidForm, text: Object.values(errors).join('\n') })
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    const parsed = schema.safeParse(values)
    if (!parsed.success) return showWrong(wrong)
    setBusy(true)
    try {
      await send(parsed.data)
      if (draft) dropDraft(draft)
    } catch (error) {
      // `send` itself shows the failure; the server's messages on single fields show beside them.
      if (!isApiError(error)) throw error
      setRefused(firstOfEach(error.details))
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    set,
    part,
    submit,
    busy,
    form,
  }
}
