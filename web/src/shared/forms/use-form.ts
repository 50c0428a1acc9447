import { invalidFormText } from '@strand/contracts/error-texts'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { isApiError } from '../api/api-error.ts'
import { readDraft, removeDraft, writeDraft } from './form-draft.ts'
import './form.css'
import { dismissToast, toast } from '../feedback/toast.ts'
import { type FormErrors, firstErrorPerField, formErrorsOf } from './form-errors.ts'

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

export type TextFieldProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (typed: string) => void
  onBlur: () => void
}
export type FormFields<Name extends string> = { fieldProps: (name: Name) => TextFieldProps }

type FormOptions<Values, Schema extends z.ZodType> = {
  schema: Schema
  initial: Values
  /**
   * The name of the draft that stores typed text until it is sent or discarded. Forms with
   * passwords must not have one.
   */
  draft?: string
  /**
   * Sends the form. Must report a failure itself, and then reject or resolve to false, which keeps
   * the draft.
   */
  send: (valid: z.output<Schema>) => Promise<unknown>
}

/**
 * The state of a form whose values are checked with a schema. A field shows its error once the user
 * has left the field or tried to send the form, and hides it again once the value is valid. If the
 * user tries to send an invalid form, the specification's toast is shown, and the first invalid
 * field gets the focus.
 */
export const useForm = <Values extends Record<string, unknown>, Schema extends z.ZodType>(
  options: FormOptions<Values, Schema>,
) => {
  const { schema, initial, draft, send } = options
  const [kept] = useState(() => (draft ? readDraft(draft) : {}))
  const [values, setValues] = useState(() => ({ ...initial, ...kept }))
  const [atFirst] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FormErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  // Dismisses the toast about an invalid form when the form is closed.
  const announced = useRef(0)
  useEffect(() => () => dismissToast(announced.current), [])
  const validationErrors = formErrorsOf(schema, values)

  const change = (changes: Partial<Values>) => {
    const next = { ...values, ...changes }
    setValues(next)
    if (draft) writeDraft(draft, next)
    setServerErrors((errors) => errorsWithout(errors, changes))
  }
  const setValue = <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
    change({ [name]: value } as unknown as Partial<Values>)
  const markTouched = (name: string) => setTouched((previous) => new Set(previous).add(name))
  const errorOf = (name: keyof Values & string): string | undefined =>
    serverErrors[name] ?? (touched.has(name) ? validationErrors[name] : undefined)

  /**
   * The properties of a text field. An empty field shows its error only after the user has tried to
   * send the form.
   */
  const fieldProps = (name: TextName<Values>): TextFieldProps => {
    const value = String(values[name])
    return {
      name,
      value,
      error: errorOf(name),
      onChange: (typed) => setValue(name, typed as Values[typeof name]),
      onBlur: () => value !== '' && markTouched(name),
    }
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (sending.current) return
    const parsed = schema.safeParse(values)
    if (!parsed.success) {
      setTouched(new Set(Object.keys(values)))
      announced.current = announceErrors(form, validationErrors)
      return
    }
    sending.current = true
    try {
      if ((await send(parsed.data)) !== false) discardDraft()
    } catch (error) {
      if (!isApiError(error)) throw error
      setServerErrors(firstErrorPerField(error.details))
    } finally {
      sending.current = false
    }
  }
  /** Removes the draft, so that the form does not begin with it next time. */
  const discardDraft = () => void (draft && removeDraft(draft))

  // `kept` is the draft's text; `atFirst` is the fields' text without a draft.
  return { values, change, setValue, fieldProps, submit, form, discardDraft, kept, atFirst }
}

const errorsWithout = (errors: FormErrors, changed: object): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in changed)))

/** Returns the toast's id. */
const announceErrors = (form: RefObject<HTMLFormElement | null>, errors: FormErrors) => {
  requestAnimationFrame(() =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  )
  const text = [...new Set(Object.values(errors))].join('\n')
  return toast.failure({ title: invalidFormText, text })
}
