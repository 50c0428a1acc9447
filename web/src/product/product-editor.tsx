import { type Product, ProductAnswer } from '@strand/contracts/product'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { InlineForm } from '../shared/list/inline-form.tsx'
import { formatNumber } from '../shared/money.tsx'
import { MoneyField } from '../shared/money-field.tsx'
import { TextField } from '../shared/text-field.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { ProductForm, productsKey } from './product-form.ts'

export const ProductEditor = ({ product, onClose }: { product: Product; onClose: () => void }) => {
  const client = useQueryClient()
  const { values, set, leave, errorOf, submit, busy, form } = useForm({
    schema: ProductForm,
    initial: { productname: product.productname, price: formatNumber(product.price) },
    send: async (valid) => {
      try {
        const body = { productid: product.productid, ...valid }
        const answer = await call(ProductAnswer, 'PUT', '/admin/update-product', body)
        toast.success({ title: 'Updated', text: answer.responseMessage })
        await client.invalidateQueries({ queryKey: productsKey })
        onClose()
      } catch (error) {
        toast.failure(failureNotice(error, 'action'))
        throw error
      }
    },
  })
  return (
    <InlineForm
      label={`Edit ${product.productname}`}
      form={form}
      busy={busy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label="Product name"
        name="productname"
        value={values.productname}
        error={errorOf('productname')}
        onChange={(value) => set('productname', value)}
        onLeave={() => leave('productname')}
      />
      <MoneyField
        label="Price"
        name="price"
        value={values.price}
        error={errorOf('price')}
        onChange={(value) => set('price', value)}
        onLeave={() => leave('price')}
      />
    </InlineForm>
  )
}
