import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useState } from 'react'
import type { QueryParams } from '../../../shared/api/endpoint-call.ts'
import { Button, ButtonLink } from '../../../shared/buttons/button.tsx'
import { DownloadButton } from '../../../shared/list/download-button.tsx'
import { usePermission } from '../../../shared/session/use-permission.ts'
import { GenerateIdsDialog } from '../dialogs/generate-ids-dialog.tsx'
import type { OrderTab } from './order-tabs.ts'

/** The buttons above the list, for actions that do not belong to a row. */
export const OrderListActions = ({
  tab,
  isReview,
  period,
}: {
  tab: OrderTab
  isReview: boolean
  /** The first and last day of the list, which also limit the download. */
  period: QueryParams
}) => {
  const mayManage = usePermission('orders.manage')
  const mayGenerate = usePermission('orders.generate-ids')
  const [generating, setGenerating] = useState(false)
  return (
    <div className="page-actions">
      {mayManage && tab.status === 'pending' && (
        <ButtonLink
          // The key makes React create a new link for each view. Otherwise, a double press would
          // open the other view and lead straight back.
          key={isReview ? 'list' : 'review'}
          variant={isReview ? 'secondary' : 'primary'}
          to={isReview ? '?' : '?view=review'}
        >
          {isReview ? 'Show the list' : 'Review queue'}
        </ButtonLink>
      )}
      {tab.status === 'confirmed' && (
        <DownloadButton
          text="Download Excel CSV"
          endpoint={orderDeskEndpoints.exportConfirmedOrders}
          file="confirmed-orders"
          query={period}
        />
      )}
      {mayGenerate && !isReview && (
        <Button onClick={() => setGenerating(true)}>Generate Order IDs</Button>
      )}
      {generating && <GenerateIdsDialog onClose={() => setGenerating(false)} />}
    </div>
  )
}
