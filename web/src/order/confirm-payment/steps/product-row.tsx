import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { Money } from '../../../shared/format/money.tsx'
import { classNames } from '../../../shared/style/class-names.ts'
import { PictureButton } from './picture-button.tsx'
import { QuantityField, type QuantityFieldProps } from './quantity-field.tsx'

/** In characters: the longest name that fits into two lines beside the quantity on a phone. */
const shortName = 20

export const ProductRow = ({
  product,
  pictured,
  ...choosing
}: Omit<QuantityFieldProps, 'name'> & {
  product: ProductChoice
  pictured: boolean
}) => {
  const { productname, price, picture } = product
  const { quantity } = choosing
  const isLong = productname.length > shortName
  return (
    <li
      className={classNames(
        'product-row',
        quantity > 0 && 'product-chosen',
        isLong && 'product-row-long',
      )}
    >
      {pictured && <PictureButton picture={picture} name={productname} />}
      <p className="product-name" title={productname}>
        {productname}
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
      <QuantityField name={productname} {...choosing} />
    </li>
  )
}
