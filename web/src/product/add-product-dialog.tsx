import { productEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { call } from '../shared/api/client.ts'
import { ModalForm } from '../shared/dialogs/modal-form.tsx'
import { useCommandForm } from '../shared/forms/use-command-form.ts'
import { ProductFields, ProductForm, productsKey } from './product-form.tsx'

export const AddProductDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useCommandForm({
    schema: ProductForm,
    initial: { productname: '', price: '' },
    draft: 'product',
    send: (body) => call(productEndpoints.createProduct, { body }),
    success: 'Created',
    situation: 'action',
    invalidates: { queryKey: productsKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm
      title="Add New Product"
      form={form}
      text="Add Product"
      busyText="Adding Product..."
      onClose={onClose}
    >
      <ProductFields {...form} />
    </ModalForm>
  )
}
