import { Outline } from '../feedback/outline.tsx'
import './dialog-outline.css'
import { useHeldKeys } from './held-keys.ts'

/**
 * Takes a dialog's place while its code or its data is loading. It does not take the focus, so that
 * the dialog can later return the focus to the element that opened it.
 */
export const DialogOutline = ({ what = 'dialog' }: { what?: string }) => {
  useHeldKeys(true)
  return (
    <div className="dialog-outline">
      <Outline what={what} rows={4} />
    </div>
  )
}
