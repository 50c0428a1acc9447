import { readAmount } from '@strand/contracts/amount'
import { maxNaira } from '@strand/contracts/naira'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { Field } from '../../../shared/fields/field.tsx'
import { NairaInput } from '../../../shared/fields/naira-input.tsx'

/** The typed amount in naira; null unless it is a whole number of naira. */
const amountOf = (typed: string): number | null => {
  const kobo = readAmount(typed)
  return kobo && kobo % 100 === 0 && kobo <= maxNaira * 100 ? kobo / 100 : null
}

/**
 * Lets a customer who did not send exactly the order's total say how much they sent. Staff see the
 * answer.
 */
export const OtherAmount = ({ onSent }: { onSent: (amount: number) => void }) => {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const part = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  // Opening and closing remove the focused element, so the focus is moved to the part that replaces
  // it.
  useEffect(() => {
    if (isOpen !== wasOpen.current)
      part.current?.querySelector<HTMLElement>('input, button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const take = () => {
    const amount = amountOf(typed)
    if (amount === null) return setError('Please enter the amount you sent, in whole naira')
    onSent(amount)
    setOpen(false)
  }
  return (
    <div ref={part} className="other-amount">
      {isOpen ? (
        <>
          <Field label="Amount you sent" error={error}>
            {(control) => (
              <NairaInput
                {...control}
                inputMode="numeric"
                enterKeyHint="done"
                maxLength={20}
                value={typed}
                onType={(text) => {
                  setTyped(text)
                  setError(undefined)
                }}
                // The typed amount counts even if the customer does not press the button below.
                onBlur={() => {
                  const amount = amountOf(typed)
                  if (amount !== null) onSent(amount)
                }}
                // Otherwise Enter would confirm the order.
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  take()
                }}
              />
            )}
          </Field>
          {/* Keeps the focus in the field. Otherwise, the field's `onBlur` would move this button
              from under the press. */}
          <Button onMouseDown={(event) => event.preventDefault()} onClick={take}>
            Use this amount
          </Button>
        </>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          I sent another amount
        </Button>
      )}
    </div>
  )
}
