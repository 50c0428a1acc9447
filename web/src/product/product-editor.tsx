import type { Product } from '@strand/contracts/catalogue/product'
import { productEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { call } from '../shared/api/client.ts'
import { formatNumber } from '../shared/format/money.tsx'
import { useCommandForm } from '../shared/forms/use-command-form.ts'
import { InlineForm } from '../shared/list/table/inline-form.tsx'
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
    send: (valid) => call(productEndpoints.updateProduct, { body: { productid, ...valid } }),
    success: 'Updated',
    situation: 'action',
    invalidates: { queryKey: productsKey },
    onSuccess: onClose,
  })
  return (
    <InlineForm label={`Edit ${productname}`} form={form} onCancel={onClose}>
      <ProductFields {...form} />
    </InlineForm>
  )
}
