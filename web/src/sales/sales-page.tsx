import type { Sales } from '@strand/contracts/sales'
import { useState } from 'react'
import { Button } from '../shared/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { usePermission } from '../shared/permissions.ts'
import { CreateSalesDialog } from './create-sales-dialog.tsx'
import { salesResource } from './sales-kind.tsx'
import { SalesMessageDialog } from './sales-message-dialog.tsx'

/** `/dashboard/sales`. */
export const SalesPage = () => {
  const mayManage = usePermission('catalogue.manage')
  const [creating, setCreating] = useState(false)
  const [messaged, setMessaged] = useState<Sales | null>(null)
  return (
    <>
      <ArchivableList
        kind={salesResource}
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
