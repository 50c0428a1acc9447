import { serverNow } from '../../../shared/api/server-time.ts'
import { readStored, writeStored } from '../../../shared/browser/stored.ts'

/**
 * The order that was sent last. The tab stores the whole order, so that a reload shows it again.
 * For half an hour, the phone also stores the order without its contents. Other tabs then show that
 * the order was sent, instead of an empty form that invites a second order. `payload` is the
 * order's contents, for the receipt.
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

/** The order that another tab passed to this one, including its contents. */
let passedOn: SentOrder | null = null
window.addEventListener('storage', ({ key, newValue }) => {
  const order = key === storageKey ? parse(newValue) : null
  if (order?.payload) passedOn = order
})

export const sentFromAnyTab = (): SentOrder | null => {
  const order = parse(readStored('local', storageKey))
  if (!order) return null
  const age = serverNow() - Date.parse(order.sentAt ?? '')
  if (age < minutesForOtherTabs * 60_000)
    return passedOn?.orderId === order.orderId ? passedOn : order
  writeStored('local', storageKey, null)
  return null
}

/**
 * Passes the whole order to the other open tabs, but leaves neither the customer's name nor the
 * address in the phone's storage.
 */
const passOn = (order: SentOrder): void => {
  const { payload, ...rest } = order
  writeStored('local', storageKey, JSON.stringify(order))
  writeStored('local', storageKey, JSON.stringify(rest))
}

export const loadSentOrder = (): SentOrder | null => parse(readStored('session', storageKey))

export const keepSentOrder = (order: SentOrder | null): void => {
  writeStored('session', storageKey, order && JSON.stringify(order))
  if (order) passOn(order)
  else writeStored('local', storageKey, null)
}
