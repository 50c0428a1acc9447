/**
 * The order just sent, kept as long as the tab is open so that a reload shows it again. `payload` is
 * what was sent, for the receipt.
 */
export type SentOrder = { orderId: string; message: string; sentAt?: string; payload?: unknown }

const storageKey = 'strand.sent'

export const loadSentOrder = (): SentOrder | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return typeof kept?.orderId === 'string' ? kept : null
  } catch {
    return null
  }
}

export const keepSentOrder = (order: SentOrder | null): void => {
  try {
    if (order) sessionStorage.setItem(storageKey, JSON.stringify(order))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage, the id stays on the screen only until the page closes.
  }
}
