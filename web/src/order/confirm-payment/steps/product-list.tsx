import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { useId, useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { Skeleton } from '../../../shared/feedback/loading.tsx'
import { shortProductName } from '../../../shared/format/truncate.ts'
import { SearchIcon } from '../../../shared/style/more-icons.tsx'
import { heldPrice } from '../draft/held-price.ts'
import { withQuantity } from '../draft/order-summary.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import { ProductRow } from './product-row.tsx'
import { matchingProducts } from './product-search.ts'
import { type Section, sectionsOf } from './product-sections.ts'
import './product-step.css'

/** Invalid quantities as typed, by product id. */
export type Refused = Record<string, string>

export type ProductForm = Pick<PaymentForm, 'products' | 'retryLists' | 'draft' | 'change'>

type Choosing = {
  form: ProductForm
  refused: Refused
  onRefused: (refused: Refused) => void
}

/** The message about an invalid quantity, such as 2.5. Invalid quantities block the form. */
export const refusedLine = ({ products }: ProductForm, refused: Refused): string => {
  const product = products.data?.find(({ productid }) => productid in refused)
  return product ? `Please correct the quantity of ${shortProductName(product.productname)}` : ''
}

export const ProductList = (choosing: Choosing) => {
  const { products, retryLists } = choosing.form
  if (products.data?.length === 0)
    return <p className="list-state">There are no products at the moment.</p>
  if (products.data) return <SearchableList {...choosing} products={products.data} />
  if (!products.isError) return <LoadingProducts />
  return (
    <div className="list-state" role="alert">
      <p>The products could not be loaded.</p>
      <Button onClick={retryLists}>Try again</Button>
    </div>
  )
}

const SearchableList = ({ products, ...choosing }: Choosing & { products: ProductChoice[] }) => {
  const [search, setSearch] = useState('')
  const { lines } = choosing.form.draft
  // Which products are at the top changes only with the next search, so that a row does not jump
  // away from the finger that chooses it.
  const [first, setFirst] = useState(() => lines)
  const matches = matchingProducts(products, search)
  const sections = sectionsOf(matches, ({ productid }) =>
    first.some((line) => line.productid === productid),
  )
  return (
    <>
      <div className="product-search">
        <SearchIcon />
        <input
          type="search"
          className="input"
          aria-label="Search products"
          placeholder="Search products"
          enterKeyHint="search"
          autoComplete="off"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setFirst(lines)
          }}
          // Typing searches the list, so Enter must not open the next step.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <div className="product-sections">
        {sections.map((section) => (
          <ProductSection
            key={section.heading}
            {...section}
            {...choosing}
            pictured={products.some(({ picture }) => picture !== '')}
          />
        ))}
      </div>
      <p role="status" className={matches.length === 0 ? 'list-state' : 'for-screen-readers'}>
        {matches.length === 0 ? `No product matches “${search}”.` : `${matches.length} products`}
      </p>
    </>
  )
}

const ProductSection = ({
  heading,
  products,
  pictured,
  form,
  refused,
  onRefused,
}: Choosing & Section & { pictured: boolean }) => {
  const headingId = useId()
  const { lines } = form.draft
  const row = (offered: ProductChoice) => {
    const { productid } = offered
    // Shows the price that the shop will charge: the promised one while the promise holds.
    const held = heldPrice(form.draft.promise, productid)
    const product = held === null ? offered : { ...offered, price: held }
    return (
      <ProductRow
        key={productid}
        product={product}
        pictured={pictured}
        quantity={lines.find((line) => line.productid === productid)?.quantity ?? 0}
        refused={refused[productid]}
        onQuantity={(quantity) => {
          form.change({ lines: withQuantity(lines, product, quantity) })
          const { [productid]: _, ...others } = refused
          onRefused(others)
        }}
        onRefused={(typed) => onRefused({ ...refused, [productid]: typed })}
      />
    )
  }
  const named = heading ? { 'aria-labelledby': headingId } : { 'aria-label': 'Products' }
  return (
    <div>
      {heading && (
        <h3 id={headingId} className="product-heading">
          {heading}
        </h3>
      )}
      <ul className="product-list" {...named}>
        {products.map(row)}
      </ul>
    </div>
  )
}

const LoadingProducts = () => (
  <div className="product-list" role="status">
    <span className="for-screen-readers">Loading the products…</span>
    {['70%', '55%', '80%', '60%'].map((width) => (
      <div key={width} className="product-row">
        <Skeleton width={width} />
      </div>
    ))}
  </div>
)
