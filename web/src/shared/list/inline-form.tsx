import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
} from 'react'
import { Button } from '../button.tsx'
import './inline-form.css'

/** A form in a row's place: Enter saves, Escape gives up. */
export const InlineForm = ({
  label,
  form,
  busy,
  onSubmit,
  onCancel,
  children,
}: {
  label: string
  form: Ref<HTMLFormElement>
  busy: boolean
  onSubmit: (event: FormEvent) => void
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
      onSubmit={onSubmit}
      onKeyDown={giveUp}
    >
      <div ref={fields} className="inline-form-fields">
        {children}
      </div>
      <div className="form-buttons">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy} disabled={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
