import { Outline } from '../feedback/outline.tsx'
import './dialog-outline.css'
import { useHeldKeys } from './held-keys.ts'

/**
 * A placeholder while a dialog's code or data loads. It does not take the focus, so that the dialog
 * can later return the focus to the element that opened it.
 */
export const DialogOutline = ({ what = 'dialog' }: { what?: string }) => {
  useHeldKeys(true)
  return (
    <div className="dialog-outline">
      <Outline what={what} rows={4} />
    </div>
  )
}
