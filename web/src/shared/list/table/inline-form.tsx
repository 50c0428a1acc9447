import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../../buttons/button.tsx'
import { DiscardQuestion } from '../../forms/discard-question.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useTypedText } from '../../forms/use-typed-text.ts'
import './inline-form.css'

/**
 * A form in place of a row. Enter saves. Escape cancels, but asks before it discards typed text.
 */
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
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [])
  const typed = useTypedText()
  const [asking, setAsking] = useState(false)
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (asking || typed.isLeft()) setAsking(!asking)
    else onCancel()
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
      <div ref={fields} className="inline-form-fields" {...typed.watch}>
        {children}
      </div>
      {asking ? (
        <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onCancel} />
      ) : (
        <div className="form-buttons">
          <Button onClick={onCancel}>Cancel</Button>
          <SubmitButton busy={busy} text="Save" busyText="Saving..." />
        </div>
      )}
    </form>
  )
}
