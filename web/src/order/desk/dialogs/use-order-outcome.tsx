import type { BulkAnswer } from '@strand/contracts/bulk'
import { type ReactNode, useState } from 'react'
import type { Selection } from '../../../shared/list/bulk/use-selection.ts'
import { OrderOutcomeDialog } from './order-outcome-dialog.tsx'

/** Shows the orders that a bulk action could not change, and keeps them selected. */
export const useOrderOutcome = (selection: Selection) => {
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const onRefused = (refused: BulkAnswer['failed']) => {
    selection.set(refused.map(({ id }) => id))
    setFailed(refused)
  }
  const dialog: ReactNode = failed.length > 0 && (
    <OrderOutcomeDialog failed={failed} onClose={() => setFailed([])} />
  )
  return { onRefused, tell: setFailed, dialog }
}
