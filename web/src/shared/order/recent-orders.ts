import { readStoredJson, writeStored } from '../browser/stored.ts'

/** The key for the ids of the last orders that this device sent or tracked, newest first. */
const storageKey = 'strand.orders'
const atMost = 5

export const recentOrders = (): string[] => {
  const kept = readStoredJson('local', storageKey)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, atMost) : []
}

export const withRecent = (orders: string[], orderId: string): string[] =>
  [orderId, ...orders.filter((other) => other !== orderId)].slice(0, atMost)

/** If the browser forbids storage, nothing is remembered, and the customer has to type the id. */
export const rememberOrder = (orderId: string): void =>
  writeStored('local', storageKey, JSON.stringify(withRecent(recentOrders(), orderId)))
