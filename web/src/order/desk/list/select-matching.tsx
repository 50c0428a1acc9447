import type { OrderRow } from '@strand/contracts/order/staff'
import { useState } from 'react'
import { failureNotice } from '../../../shared/api/error-catalogue.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { toast } from '../../../shared/feedback/toast.ts'
import { formatNumber } from '../../../shared/format/money.tsx'
import { SelectionBar } from '../../../shared/list/bulk/bulk-bar.tsx'
import type { Selection } from '../../../shared/list/bulk/use-selection.ts'
import { useLeftBy } from '../live-rows.ts'
import { matchingOrderIds } from '../order-calls.ts'
import type { OrderTab } from './order-tabs.ts'

/** Once a whole page is selected, offers to select the other pages too, as they are then. */
export const SelectMatching = ({
  tab,
  filters,
  rows,
  selection,
  ...page
}: {
  tab: OrderTab
  filters: Record<string, string>
  /** Those on the page, and how many there are on all pages. */
  rows: OrderRow[]
  total: number
  selection: Selection
}) => {
  const [busy, setBusy] = useState(false)
  const { ids } = selection
  const leftBy = useLeftBy(tab.status)
  const shown = rows.filter((row) => leftBy(row) === undefined).map(({ orderid }) => orderid)
  const total = page.total - (rows.length - shown.length)
  const wholePage = shown.length > 0 && shown.every((id) => ids.has(id))
  const selectAll = async () => {
    setBusy(true)
    try {
      const matching = await matchingOrderIds(tab.status, filters)
      selection.set(matching.ids)
      if (matching.more)
        toast.success({
          title: `The newest ${formatNumber(matching.ids.length)} are selected`,
          text: 'There are more. Select the rest when these are done.',
        })
    } catch (error) {
      toast.failure(failureNotice(error, 'admin'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SelectionBar selection={selection} shown={wholePage && total > shown.length}>
      {ids.size < total && (
        <Button size="small" busy={busy} disabled={busy} onClick={() => void selectAll()}>
          Select all that match
        </Button>
      )}
    </SelectionBar>
  )
}
