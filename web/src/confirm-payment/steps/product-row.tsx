import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { SelectedProduct } from '@strand/contracts/order/order'
import { IconButton } from '../../shared/buttons/icon-button.tsx'
import { Money } from '../../shared/format/money.tsx'
import { shortProductName } from '../../shared/format/truncate.ts'
import { MinusIcon, PlusIcon } from '../../shared/style/more-icons.tsx'

const mayBe = (quantity: number) => SelectedProduct.shape.quantity.safeParse(quantity).success

/** A product, its price and its quantity: − 1 +, or a typed number. */
export const ProductRow = ({
  product,
  quantity,
  onQuantity,
}: {
  product: ProductChoice
  quantity: number
  onQuantity: (quantity: number) => void
}) => {
  const { productname, price } = product
  const set = (wanted: number) => (wanted === 0 || mayBe(wanted)) && onQuantity(wanted)
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
          onClick={() => quantity > 0 && set(quantity - 1)}
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
          value={quantity || ''}
          onChange={(event) => set(Number(event.target.value.replace(/\D/g, '')))}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <IconButton label={`One more of ${productname}`} onClick={() => set(quantity + 1)}>
          <PlusIcon />
        </IconButton>
      </div>
    </li>
  )
}
