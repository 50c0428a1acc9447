import { serverNow } from '../../../shared/api/server-time.ts'

/**
 * The order just sent, kept as long as the tab is open so that a reload shows it again, and for half an hour, as just
 * its id, for the phone's other tabs: an empty form there would invite a second order. `payload` is what was sent,
 * for the receipt.
 */
export type SentOrder = { orderId: string; message: string; sentAt?: string; payload?: unknown }

const storageKey = 'strand.sent'
const minutesForOtherTabs = 30

const parse = (stored: string | null): SentOrder | null => {
  try {
    const kept = JSON.parse(stored ?? 'null')
    return typeof kept?.orderId === 'string' ? kept : null
  } catch {
    return null
  }
}

/** The order that another tab passed on, with its contents. */
let passedOn: SentOrder | null = null
window.addEventListener('storage', ({ key, newValue }) => {
  const order = key === storageKey ? parse(newValue) : null
  if (order?.payload) passedOn = order
})

/** The order that any tab on this phone sent recently. */
export const sentFromAnyTab = (): SentOrder | null => {
  try {
    const order = parse(localStorage.getItem(storageKey))
    if (!order) return null
    const age = serverNow() - Date.parse(order.sentAt ?? '')
    if (age < minutesForOtherTabs * 60_000)
      return passedOn?.orderId === order.orderId ? passedOn : order
    localStorage.removeItem(storageKey)
    return null
  } catch {
    return null
  }
}

/** Passes the whole order to open tabs, but leaves neither the sender nor the address stored on the phone. */
const passOn = (order: SentOrder): void => {
  const { payload, ...rest } = order
  localStorage.setItem(storageKey, JSON.stringify(order))
  localStorage.setItem(storageKey, JSON.stringify(rest))
}

export const loadSentOrder = (): SentOrder | null => {
  try {
    return parse(sessionStorage.getItem(storageKey))
  } catch {
    return null
  }
}

export const keepSentOrder = (order: SentOrder | null): void => {
  try {
    if (order) {
      sessionStorage.setItem(storageKey, JSON.stringify(order))
      passOn(order)
    } else {
      sessionStorage.removeItem(storageKey)
      localStorage.removeItem(storageKey)
    }
  } catch {
    // Without storage, the id stays on the screen only until the page closes.
  }
}
