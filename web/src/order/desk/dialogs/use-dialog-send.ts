import { useState } from 'react'

/**
 * Sends a dialog's command, and closes the dialog once the server has accepted the command. After a
 * conflict, the dialog stays open. With `closesAtOnce`, the dialog closes before the server
 * answers, because the screen moves on to another order.
 */
export const useDialogSend = <Given>({
  send,
  closesAtOnce,
  onConflict,
  onClose,
}: {
  send: (given: Given, onConflict?: (message: string) => boolean) => Promise<boolean>
  closesAtOnce: boolean
  onConflict: (message: string) => boolean
  onClose: () => void
}) => {
  const [busy, setBusy] = useState(false)
  const finish = async (given: Given): Promise<boolean> => {
    if (closesAtOnce) {
      onClose()
      return send(given)
    }
    setBusy(true)
    const succeeded = await send(given, onConflict)
    setBusy(false)
    if (succeeded) onClose()
    return succeeded
  }
  return { busy, finish }
}
