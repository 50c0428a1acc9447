import { useEffect, useRef } from 'react'
import { Button } from '../buttons/button.tsx'

/**
 * Asks for confirmation before a form discards typed text. If the user keeps the text, the focus
 * returns to the field.
 */
export const DiscardQuestion = ({
  onKeep,
  onDiscard,
}: {
  onKeep: () => void
  onDiscard: () => void
}) => {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const field = document.activeElement
    keep.current?.focus()
    return () => {
      if (field instanceof HTMLElement) field.focus()
    }
  }, [])
  return (
    <div className="discard-question" role="alert">
      <p>Discard what you typed?</p>
      <div className="form-buttons">
        <Button variant="danger" onClick={onDiscard}>
          Discard
        </Button>
        <Button ref={keep} onClick={onKeep}>
          Keep writing
        </Button>
      </div>
    </div>
  )
}
