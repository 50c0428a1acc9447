import { Button } from '../../buttons/button.tsx'
import type { Selection } from './use-selection.ts'

/** The action on all selected rows; shown only while some are selected. */
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
          <Button size="small" variant="quiet" onClick={() => selection.set([])}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
