import { useId } from 'react'
import { IconButton } from '../../../shared/buttons/icon-button.tsx'
import { MinusIcon, PlusIcon } from '../../../shared/style/more-icons.tsx'
import { quantityProblem } from './quantity.ts'

export type QuantityFieldProps = {
  /** The product's. */
  name: string
  quantity: number
  /** What was typed if it is no quantity. */
  refused: string | undefined
  onQuantity: (quantity: number) => void
  onRefused: (typed: string) => void
}

/** − 1 +, or a typed number. */
export const QuantityField = ({
  name,
  quantity,
  refused,
  onQuantity,
  onRefused,
}: QuantityFieldProps) => {
  const errorId = useId()
  const set = (wanted: string) =>
    quantityProblem(wanted) === null ? onQuantity(Number(wanted)) : onRefused(wanted)
  return (
    <>
      <div className="quantity">
        <IconButton
          label={`One less of ${name}`}
          aria-disabled={quantity === 0}
          onClick={() => quantity > 0 && set(String(quantity - 1))}
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
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <IconButton label={`One more of ${name}`} onClick={() => set(String(quantity + 1))}>
          <PlusIcon />
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
