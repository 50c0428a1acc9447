import type { Colleague } from '@strand/contracts/order/notes'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Field } from '../fields/field.tsx'
import type { TextFieldProps } from '../forms/use-form.ts'
import { nameBeing, suggestedFor, withName } from './mentioned.ts'
import './note-field.css'

/**
 * A text field for notes. After an `@`, buttons below the field suggest colleagues. While they are
 * shown, the arrow keys highlight a name, Enter and Tab choose the highlighted name, and Escape
 * closes the suggestions.
 */
export const NoteField = ({
  colleagues,
  error,
  onChange,
  ...text
}: TextFieldProps & { colleagues: Colleague[] }) => {
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const suggestionsId = useId()
  const [marked, setMarked] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const typed = isClosed ? null : nameBeing(text.value, caret)
  const suggested = typed === null ? [] : suggestedFor(typed, colleagues)
  const markedName = suggested[marked]
  const idOf = ({ userid }: Colleague) => `${suggestionsId}-${userid}`
  const choose = (colleague: Colleague) => {
    const next = withName(text.value, caret, colleague)
    onChange(next.text)
    setCaret(next.caret)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const isPlain = !(shiftKey || ctrlKey || metaKey || altKey || event.nativeEvent.isComposing)
    if (!markedName || !isPlain) return
    const move = (by: number) => setMarked((marked + by + suggested.length) % suggested.length)
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' || key === 'Tab') choose(markedName)
    else if (key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
    // Otherwise, Escape would also close the dialog.
    event.stopPropagation()
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
            aria-controls={markedName && suggestionsId}
            aria-activedescendant={markedName && idOf(markedName)}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              onChange(event.target.value)
              setCaret(event.target.selectionStart)
              setMarked(0)
              setClosed(false)
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          />
          {suggested.length > 0 && (
            <fieldset id={suggestionsId} className="note-suggestions">
              <legend className="for-screen-readers">Colleagues</legend>
              {suggested.map((colleague) => (
                <Button
                  key={colleague.userid}
                  id={idOf(colleague)}
                  size="small"
                  className={colleague === markedName ? 'note-suggestion-marked' : ''}
                  onClick={() => choose(colleague)}
                >
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
