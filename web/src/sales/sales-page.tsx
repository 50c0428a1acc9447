import type { Sales } from '@strand/contracts/catalogue/sales'
import { useState } from 'react'
import { Button } from '../shared/buttons/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { usePermission } from '../shared/session/use-permission.ts'
import { CreateSalesDialog } from './create-sales-dialog.tsx'
import { SalesMessageDialog } from './sales-message-dialog.tsx'
import { salesResource } from './sales-resource.tsx'

/** `/dashboard/sales`. */
export const SalesPage = () => {
  const mayManage = usePermission('catalogue.manage')
  const [creating, setCreating] = useState(false)
  const [messaged, setMessaged] = useState<Sales | null>(null)
  return (
    <>
      <ArchivableList
        resource={salesResource}
        actions={
          mayManage && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              Create Sales
            </Button>
          )
        }
        moreEntries={(sales, tab) =>
          mayManage && tab === 'active'
            ? [{ text: 'Sales Message', onSelect: () => setMessaged(sales) }]
            : []
        }
      />
      {creating && <CreateSalesDialog onClose={() => setCreating(false)} />}
      {messaged && <SalesMessageDialog sales={messaged} onClose={() => setMessaged(null)} />}
    </>
  )
}
