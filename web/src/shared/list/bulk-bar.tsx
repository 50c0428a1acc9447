import { Button } from '../button.tsx'
import type { Selection } from './use-selection.ts'

/** What can be done to all selected rows; there only while some are. */
export const BulkBar = ({
  selection,
  text,
  onAct,
}: {
  selection: Selection
  text: string
  onAct: () => void
}) => {
  const count = selection.ids.size
  return (
    <div className="bulk-bar" role="status">
      {count > 0 && (
        <>
          <span>
            <strong>{count}</strong> selected
          </span>
          <Button size="small" onClick={onAct}>
            {text} selected
          </Button>
          <Button size="small" look="quiet" onClick={() => selection.set([])}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
