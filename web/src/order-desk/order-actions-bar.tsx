import { useState } from 'react'
import type { Query } from '../shared/api.ts'
import { Button } from '../shared/button.tsx'
import { csvName, downloadCsv } from '../shared/download.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { ChevronIcon, DownloadIcon, RefreshIcon } from '../shared/icons.tsx'
import { MenuButton, type MenuEntry } from '../shared/menu-button.tsx'
import { useMay } from '../shared/permissions.ts'
import { toast } from '../shared/toast.ts'
import { GenerateIdsDialog } from './generate-ids-dialog.tsx'

/** What one can do beside working on single rows. */
export const OrderActionsBar = ({
  isConfirmedTab,
  period,
  refreshing,
  onRefresh,
  selected,
  bulkEntries,
}: {
  isConfirmedTab: boolean
  /** The days that the list is limited to, for the download too. */
  period: Query
  refreshing: boolean
  onRefresh: () => void
  selected: number
  /** Empty on the tabs that have no bulk action. */
  bulkEntries: MenuEntry[]
}) => {
  const mayGenerate = useMay('orders.generate-ids')
  const [generating, setGenerating] = useState(false)
  return (
    <div className="page-actions">
      {bulkEntries.length > 0 && (
        <MenuButton
          className="button button-secondary bulk-menu"
          entries={bulkEntries}
          disabled={selected === 0}
        >
          Bulk actions{selected > 0 && ` (${selected})`}
          <ChevronIcon />
        </MenuButton>
      )}
      {isConfirmedTab && <DownloadOrders period={period} />}
      {mayGenerate && <Button onClick={() => setGenerating(true)}>Generate Order IDs</Button>}
      <Button busy={refreshing} onClick={onRefresh}>
        {!refreshing && <RefreshIcon />}
        Refresh
      </Button>
      {generating && <GenerateIdsDialog onClose={() => setGenerating(false)} />}
    </div>
  )
}

const DownloadOrders = ({ period }: { period: Query }) => {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadCsv('/admin/download-orders', csvName('confirmed-orders', Date.now()), period)
    } catch (error) {
      toast.failure(failureNotice(error, 'admin'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} disabled={busy} onClick={() => void download()}>
      {!busy && <DownloadIcon />}
      Download Excel
    </Button>
  )
}
