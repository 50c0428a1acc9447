import { type Product, ProductAnswer } from '@strand/contracts/product'
import { call } from '../shared/api.ts'
import { InlineForm } from '../shared/list/inline-form.tsx'
import { formatNumber } from '../shared/money.tsx'
import { useCommandForm } from '../shared/use-command-form.ts'
import { ProductFields, ProductForm, productsKey } from './product-form.tsx'

export const ProductEditor = ({
  product: { productid, productname, price },
  onClose,
}: {
  product: Product
  onClose: () => void
}) => {
  const form = useCommandForm({
    schema: ProductForm,
    initial: { productname, price: formatNumber(price) },
    command: (valid) =>
      call(ProductAnswer, 'PUT', '/admin/update-product', { productid, ...valid }),
    done: 'Updated',
    situation: 'action',
    refreshes: productsKey,
    after: onClose,
  })
  return (
    <InlineForm label={`Edit ${productname}`} form={form} onCancel={onClose}>
      <ProductFields {...form} />
    </InlineForm>
  )
}
