import type { Colleague } from '@strand/contracts/order/notes'
import { useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Field } from '../fields/field.tsx'
import type { TextFieldProps } from '../forms/use-form.ts'
import { nameBeing, suggestedFor, withName } from './mentioned.ts'
import './note-field.css'

/** A text field in which an `@` suggests colleagues, as buttons below it. */
export const NoteField = ({
  colleagues,
  error,
  onChange,
  ...text
}: TextFieldProps & { colleagues: Colleague[] }) => {
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const typed = nameBeing(text.value, caret)
  const suggested = typed === null ? [] : suggestedFor(typed, colleagues)
  const choose = (colleague: Colleague) => {
    const next = withName(text.value, caret, colleague)
    onChange(next.text)
    setCaret(next.caret)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  return (
    <Field
      label="Note for colleagues"
      help="The customer never sees it. Type @ to name a colleague who should read it."
      error={error}
      className="note-field"
    >
      {(control) => (
        <>
          <textarea
            {...control}
            {...text}
            ref={box}
            rows={4}
            maxLength={1000}
            onChange={(event) => {
              onChange(event.target.value)
              setCaret(event.target.selectionStart)
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          />
          {suggested.length > 0 && (
            <fieldset className="note-suggestions">
              <legend className="for-screen-readers">Colleagues</legend>
              {suggested.map((colleague) => (
                <Button key={colleague.userid} size="small" onClick={() => choose(colleague)}>
                  {colleague.name}
                </Button>
              ))}
            </fieldset>
          )}
        </>
      )}
    </Field>
  )
}
