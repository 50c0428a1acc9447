import { useState } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { Skeleton } from '../../shared/feedback/loading.tsx'
import { shortProductName } from '../../shared/format/truncate.ts'
import { SearchIcon } from '../../shared/style/more-icons.tsx'
import { summaryLine, withQuantity } from '../draft/order-summary.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import { ProductRow } from './product-row.tsx'
import { StepActions, StepFrame } from './step-frame.tsx'
import { missingLine, productErrors, stepTitles } from './steps.ts'
import './product-step.css'

export const ProductStep = ({ form }: { form: PaymentForm }) => {
  // A typed quantity that is none, such as 2.5, holds the form until it is corrected.
  const [refused, setRefused] = useState<Refused>({})
  const missing = refusedLine(form, refused) || missingLine(productErrors(form.draft))
  return (
    <StepFrame
      title={stepTitles[1] ?? ''}
      disabled={form.phase !== 'idle'}
      onSubmit={() => missing === '' && form.goTo(3)}
      className="step-narrow"
      actions={
        <StepActions sticky summary={summaryLine(form.draft.lines)} missing={missing}>
          <Button onClick={() => form.goTo(1)}>Previous page</Button>
          <Button variant="primary" type="submit" disabled={missing !== ''}>
            Next page
          </Button>
        </StepActions>
      }
    >
      <ProductList form={form} refused={refused} onRefused={setRefused} />
    </StepFrame>
  )
}

/** The products by id whose typed quantity is none, with what was typed. */
type Refused = Record<string, string>

const refusedLine = ({ products }: PaymentForm, refused: Refused): string => {
  const product = products.data?.find(({ productid }) => productid in refused)
  return product ? `Please correct the quantity of ${shortProductName(product.productname)}` : ''
}

// Long because it lists the parts of the step.
const ProductList = ({
  form,
  refused,
  onRefused,
}: {
  form: PaymentForm
  refused: Refused
  onRefused: (refused: Refused) => void
}) => {
  const [search, setSearch] = useState('')
  const { data: products, isError } = form.products
  if (isError && !products)
    return (
      <div className="list-state" role="alert">
        <p>The products could not be loaded.</p>
        <Button onClick={form.retryLists}>Try again</Button>
      </div>
    )
  if (!products) return <LoadingProducts />
  if (products.length === 0)
    return <p className="list-state">There are no products at the moment.</p>
  const wanted = search.trim().toLowerCase()
  const matches = products.filter(({ productname }) => productname.toLowerCase().includes(wanted))
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
          onChange={(event) => setSearch(event.target.value)}
          // Enter means search, which has already happened: it must not go to the next page.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <ul className="product-list" aria-label="Products">
        {matches.map((product) => (
          <ProductRow
            key={product.productid}
            product={product}
            quantity={
              form.draft.lines.find(({ productid }) => productid === product.productid)?.quantity ??
              0
            }
            refused={refused[product.productid]}
            onQuantity={(quantity) => {
              form.change({ lines: withQuantity(form.draft.lines, product, quantity) })
              const { [product.productid]: _, ...others } = refused
              onRefused(others)
            }}
            onRefused={(typed) => onRefused({ ...refused, [product.productid]: typed })}
          />
        ))}
      </ul>
      <p role="status" className={matches.length === 0 ? 'list-state' : 'for-screen-readers'}>
        {matches.length === 0 ? `No product matches “${search}”.` : `${matches.length} products`}
      </p>
    </>
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
