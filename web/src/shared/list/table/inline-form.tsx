import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
} from 'react'
import { Button } from '../../buttons/button.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import './inline-form.css'

/** A form that replaces a row: Enter saves, Escape cancels. */
export const InlineForm = ({
  label,
  form: { form, busy, submit },
  onCancel,
  children,
}: {
  label: string
  form: { form: Ref<HTMLFormElement>; busy: boolean; submit: (event: FormEvent) => void }
  onCancel: () => void
  children: ReactNode
}) => {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form
      ref={form}
      className="inline-form"
      aria-label={label}
      noValidate
      onSubmit={submit}
      onKeyDown={giveUp}
    >
      <div ref={fields} className="inline-form-fields">
        {children}
      </div>
      <div className="form-buttons">
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton busy={busy} text="Save" busyText="Saving..." />
      </div>
    </form>
  )
}
