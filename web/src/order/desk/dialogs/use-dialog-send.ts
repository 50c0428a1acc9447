import { useState } from 'react'

/**
 * Sends what a dialog on an order decides, and closes it once the shop has taken it; what a colleague did
 * meanwhile keeps it open. `closesAtOnce`: before the shop answers, where the screen goes on to another order.
 */
export const useDialogSend = <Given>({
  send,
  closesAtOnce,
  onConflict,
  onClose,
}: {
  /** Resolves to whether it succeeded. */
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
