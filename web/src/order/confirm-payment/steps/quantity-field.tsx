import { useId, useRef, useState } from 'react'
import { IconButton } from '../../../shared/buttons/icon-button.tsx'
import { MinusIcon, PlusIcon } from '../../../shared/style/more-icons.tsx'
import { quantityProblem } from './quantity.ts'

export type QuantityFieldProps = {
  name: string
  quantity: number
  /** The typed text if it is not a valid quantity; otherwise undefined. */
  refused: string | undefined
  onQuantity: (quantity: number) => void
  onRefused: (typed: string) => void
}

/**
 * The button "Add" until the product is chosen; then a field for the quantity, between the buttons
 * − and +.
 */
export const QuantityField = ({
  name,
  quantity,
  refused,
  onQuantity,
  onRefused,
}: QuantityFieldProps) => {
  const errorId = useId()
  const more = useRef<HTMLButtonElement>(null)
  const [isTyping, setTyping] = useState(false)
  const isChosen = quantity > 0 || refused !== undefined || isTyping
  const set = (wanted: string) =>
    quantityProblem(wanted) === null ? onQuantity(Number(wanted)) : onRefused(wanted)
  const takeOne = () => {
    if (quantity === 0) return
    set(String(quantity - 1))
    // At quantity 0, the "one less" button disappears.
    if (quantity === 1) more.current?.focus()
  }
  return (
    <>
      <div className="quantity">
        {isChosen && (
          <>
            <IconButton
              label={`Remove one ${name}`}
              aria-disabled={quantity === 0}
              onClick={takeOne}
            >
              <MinusIcon />
            </IconButton>
            <input
              className="quantity-number"
              aria-label={`Quantity of ${name}`}
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="done"
              placeholder="0"
              maxLength={20}
              aria-invalid={refused !== undefined || undefined}
              aria-describedby={refused === undefined ? undefined : errorId}
              value={refused ?? (quantity || '')}
              onChange={(event) => set(event.target.value.replace(/[\s,]/g, ''))}
              onFocus={(event) => {
                setTyping(true)
                event.target.select()
              }}
              onBlur={() => setTyping(false)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </>
        )}
        {/* "Add" and + are the same button, so that it keeps the focus. */}
        <IconButton
          ref={more}
          label={isChosen ? `One more of ${name}` : `Add ${name}`}
          className={isChosen ? '' : 'quantity-add'}
          onClick={() => set(String(quantity + 1))}
        >
          {isChosen ? <PlusIcon /> : 'Add'}
        </IconButton>
      </div>
      {refused !== undefined && (
        <p id={errorId} className="field-error quantity-error" role="alert">
          {quantityProblem(refused)}
        </p>
      )}
    </>
  )
}
