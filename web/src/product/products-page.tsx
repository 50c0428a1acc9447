import { useState } from 'react'
import { Button } from '../shared/buttons/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { usePermission } from '../shared/session/use-permission.ts'
import { AddProductDialog } from './add-product-dialog.tsx'
import { productResource } from './product-resource.tsx'

/** `/dashboard/product`. */
export const ProductsPage = () => {
  const mayAdd = usePermission('catalogue.manage')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <ArchivableList
        resource={productResource}
        actions={
          mayAdd && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              Add New
            </Button>
          )
        }
      />
      {adding && <AddProductDialog onClose={() => setAdding(false)} />}
    </>
  )
}
