import { ProductAnswer } from '@strand/contracts/product'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { dropDraft } from '../shared/draft.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { Modal } from '../shared/modal.tsx'
import { MoneyField } from '../shared/money-field.tsx'
import { TextField } from '../shared/text-field.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import { ProductForm, productsKey } from './product-form.ts'

const draft = 'product'

export const AddProductDialog = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const { values, set, leave, errorOf, submit, busy, form } = useForm({
    schema: ProductForm,
    initial: { productname: '', price: '' },
    draft,
    send: async (product) => {
      try {
        const answer = await call(ProductAnswer, 'POST', '/admin/create-product', product)
        toast.success({ title: 'Created', text: answer.responseMessage })
        await client.invalidateQueries({ queryKey: productsKey })
        onClose()
      } catch (error) {
        toast.failure(failureNotice(error, 'action'))
        throw error
      }
    },
  })
  const cancel = () => {
    dropDraft(draft)
    onClose()
  }
  return (
    <Modal title="Add New Product" onClose={cancel}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <TextField
          label="Product name"
          name="productname"
          autoComplete="off"
          value={values.productname}
          error={errorOf('productname')}
          onChange={(value) => set('productname', value)}
          onLeave={() => values.productname !== '' && leave('productname')}
        />
        <MoneyField
          label="Price"
          name="price"
          value={values.price}
          error={errorOf('price')}
          onChange={(value) => set('price', value)}
          onLeave={() => values.price !== '' && leave('price')}
        />
        <div className="form-buttons">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} disabled={busy}>
            {busy ? 'Adding Product...' : 'Add Product'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
