import { useState } from 'react'
import { Button } from '../shared/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { useMay } from '../shared/permissions.ts'
import { AddProductDialog } from './add-product-dialog.tsx'
import { productKind } from './product-kind.tsx'

/** `/dashboard/product`. */
export const ProductsPage = () => {
  const mayAdd = useMay('catalogue.manage')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <ArchivableList
        kind={productKind}
        actions={
          mayAdd && (
            <Button look="primary" onClick={() => setAdding(true)}>
              Add New
            </Button>
          )
        }
      />
      {adding && <AddProductDialog onClose={() => setAdding(false)} />}
    </>
  )
}
