import { type View, viewEndpoints } from '@strand/contracts/views/view'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../buttons/button.tsx'
import { TabLinks } from '../../navigation/tab-links.tsx'
import { DownloadButton } from '../download-button.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { type ViewedList, viewAddress } from './viewed-list.ts'
import './views.css'

/**
 * The saved views of a screen's lists, and the buttons that save the current list as a view, or
 * change a view.
 */
export const ViewTabs = ({
  shown,
  views,
  counts = [],
  children,
}: {
  shown: ViewedList
  views: View[]
  /** The number of rows in each view; null while it is unknown. */
  counts?: (number | null)[]
  children?: ReactNode
}) => {
  const [params] = useSearchParams()
  const [open, setOpen] = useState<'new' | 'change' | null>(null)
  const current = views.find(({ viewid }) => viewid === params.get('saved'))
  return (
    <div className="view-tabs">
      {views.length > 0 && (
        <TabLinks
          label="Views"
          tabs={views.map((view, index) => ({
            text: view.name,
            to: viewAddress(view, shown.tabOf),
            isCurrent: view === current,
            count: counts[index],
          }))}
        />
      )}
      <div className="view-actions">
        {children}
        {current && (
          <DownloadButton
            text="Export this view"
            endpoint={viewEndpoints.exportView}
            file="view"
            params={{ viewId: current.viewid }}
          />
        )}
        {current?.editable && (
          <Button size="small" variant="quiet" onClick={() => setOpen('change')}>
            Change this view
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => setOpen('new')}>
          Save as a view
        </Button>
      </div>
      {open && (
        <SaveViewDialog
          shown={shown}
          {...(open === 'change' && current && { view: current })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
