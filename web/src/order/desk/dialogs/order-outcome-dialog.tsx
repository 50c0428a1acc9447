import type { BulkAnswer } from '@strand/contracts/bulk'
import { BulkOutcomeDialog } from '../../../shared/list/bulk/bulk-outcome-dialog.tsx'
import { useOrderRows } from '../order-reads.ts'

/** The orders that a bulk action could not change, each with its customer's name and id. */
export const OrderOutcomeDialog = (props: {
  failed: BulkAnswer['failed']
  onClose: () => void
}) => {
  const rows = useOrderRows(props.failed.map(({ id }) => id)).data ?? []
  const names = new Map(rows.map(({ orderid, fullname }) => [orderid, `${fullname} · ${orderid}`]))
  return <BulkOutcomeDialog {...props} nameOf={(id) => names.get(id) ?? id} />
}
