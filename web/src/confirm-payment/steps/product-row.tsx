import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { useId } from 'react'
import { IconButton } from '../../shared/buttons/icon-button.tsx'
import { Money } from '../../shared/format/money.tsx'
import { shortProductName } from '../../shared/format/truncate.ts'
import { MinusIcon, PlusIcon } from '../../shared/style/more-icons.tsx'
import { quantityProblem } from './quantity.ts'

/** A product, its price and its quantity: − 1 +, or a typed number. */
// Long because it is the markup of one row.
export const ProductRow = ({
  product,
  quantity,
  refused,
  onQuantity,
  onRefused,
}: {
  product: ProductChoice
  quantity: number
  /** What was typed if it is no quantity. */
  refused: string | undefined
  onQuantity: (quantity: number) => void
  onRefused: (typed: string) => void
}) => {
  const { productname, price } = product
  const errorId = useId()
  const set = (wanted: string) =>
    quantityProblem(wanted) === null ? onQuantity(Number(wanted)) : onRefused(wanted)
  return (
    <li className={quantity > 0 ? 'product-row product-chosen' : 'product-row'}>
      <div className="product-words">
        <p className="product-name" title={productname}>
          {shortProductName(productname)}
        </p>
        <p className="product-price">
          <Money amount={price} />
          {quantity > 1 && (
            <span className="product-amount">
              {' '}
              × {quantity} = <Money amount={price * quantity} />
            </span>
          )}
        </p>
      </div>
      <div className="quantity">
        <IconButton
          label={`One less of ${productname}`}
          aria-disabled={quantity === 0}
          onClick={() => quantity > 0 && set(String(quantity - 1))}
        >
          <MinusIcon />
        </IconButton>
        <input
          className="quantity-number"
          aria-label={`Quantity of ${productname}`}
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
        <IconButton label={`One more of ${productname}`} onClick={() => set(String(quantity + 1))}>
          <PlusIcon />
        </IconButton>
      </div>
      {refused !== undefined && (
        <p id={errorId} className="field-error quantity-error" role="alert">
          {quantityProblem(refused)}
        </p>
      )}
    </li>
  )
}
