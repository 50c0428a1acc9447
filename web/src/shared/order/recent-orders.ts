/** The last orders that this device confirmed or tracked, newest first. */
const storageKey = 'strand.orders'
const atMost = 5

export const recentOrders = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, atMost) : []
  } catch {
    return []
  }
}

/** The list with this order first. */
export const withRecent = (orders: string[], orderId: string): string[] =>
  [orderId, ...orders.filter((other) => other !== orderId)].slice(0, atMost)

export const rememberOrder = (orderId: string): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(withRecent(recentOrders(), orderId)))
  } catch {
    // Without storage, the customer types the id.
  }
}
