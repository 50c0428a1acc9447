import { Outline } from '../feedback/outline.tsx'
import './dialog-outline.css'

/**
 * Stands where a dialog will be while its code or its data is loading. It takes no focus, so that the dialog
 * returns the focus to what opened it.
 */
export const DialogOutline = ({ what = 'dialog' }: { what?: string }) => (
  <div className="dialog-outline">
    <Outline what={what} rows={4} />
  </div>
)
