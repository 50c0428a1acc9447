import type { ReactNode } from 'react'
import { Button } from '../../buttons/button.tsx'
import { formatNumber } from '../../format/money.tsx'
import type { Selection } from './use-selection.ts'
import './bulk-bar.css'

/** How many rows are selected, what can be done with them, and the way to select none. */
export const SelectionBar = ({
  selection,
  shown,
  children,
}: {
  selection: Selection
  shown: boolean
  children: ReactNode
}) => (
  <div className="bulk-bar" role="status">
    {shown && (
      <>
        <span>
          <strong>{formatNumber(selection.ids.size)}</strong> selected
        </span>
        {children}
        <Button size="small" variant="quiet" onClick={() => selection.set([])}>
          Clear
        </Button>
      </>
    )}
  </div>
)

/** The action on all selected rows; shown only while some are selected. */
export const BulkBar = ({
  selection,
  text,
  onAct,
}: {
  selection: Selection
  text: string
  onAct: () => void
}) => (
  <SelectionBar selection={selection} shown={selection.ids.size > 0}>
    <Button size="small" onClick={onAct}>
      {text} selected
    </Button>
  </SelectionBar>
)
