import type { OrderRow } from '@strand/contracts/order/staff'
import { useState } from 'react'
import { failureNotice } from '../../../shared/api/error-catalogue.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { MenuButton, type MenuEntry } from '../../../shared/buttons/menu-button.tsx'
import { toast } from '../../../shared/feedback/toast.ts'
import { formatNumber } from '../../../shared/format/money.tsx'
import { SelectionBar } from '../../../shared/list/bulk/bulk-bar.tsx'
import type { Selection } from '../../../shared/list/bulk/use-selection.ts'
import { useOfferSelected } from '../../../shared/order/order-at-hand.ts'
import { ChevronIcon } from '../../../shared/style/more-icons.tsx'
import { useLeftBy } from '../live-rows.ts'
import { matchingOrderIds } from '../order-reads.ts'
import type { OrderTab } from './order-tabs.ts'

/**
 * The actions on the selected orders. The bar also offers to select the whole page, because cards
 * have no checkbox for that. Once the page is selected, it offers to select the orders on all
 * pages.
 */
export const OrderSelectionBar = ({
  tab,
  filters,
  rows,
  selection,
  entries,
  ...page
}: {
  tab: OrderTab
  filters: Record<string, string>
  rows: OrderRow[]
  total: number
  selection: Selection
  entries: MenuEntry[]
}) => {
  const [busy, setBusy] = useState(false)
  const { ids } = selection
  const leftBy = useLeftBy(tab.status)
  const shown = rows.filter((row) => leftBy(row) === undefined).map(({ orderid }) => orderid)
  const total = page.total - (rows.length - shown.length)
  const wholePage = shown.length > 0 && shown.every((id) => ids.has(id))
  const selectPage = { text: 'Select this page', onSelect: () => selection.set([...ids, ...shown]) }
  const selectAll = { text: 'Select all that match', onSelect: () => void selectMatching() }
  const selectMatching = async () => {
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
  const selecting = []
  if (!wholePage && shown.length > 0) selecting.push(selectPage)
  if (shown.length < total && ids.size < total) selecting.push(selectAll)
  useOfferSelected({ singular: 'order', count: ids.size, actions: entries, selecting })
  return (
    <SelectionBar selection={selection} shown={ids.size > 0}>
      {!wholePage && shown.length > 0 && (
        <Button size="small" onClick={selectPage.onSelect}>
          {selectPage.text}
        </Button>
      )}
      {wholePage && ids.size < total && (
        <Button size="small" busy={busy} disabled={busy} onClick={selectAll.onSelect}>
          {selectAll.text}
        </Button>
      )}
      <MenuButton
        label={`Bulk actions (${formatNumber(ids.size)})`}
        className="button button-primary button-small bulk-menu"
        entries={entries}
      >
        Bulk actions
        <ChevronIcon />
      </MenuButton>
    </SelectionBar>
  )
}
