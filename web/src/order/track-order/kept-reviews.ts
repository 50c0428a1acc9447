/**
 * Reviews posted from this phone, for the last five orders. They are kept here because the shop does not show
 * a review to everybody who has the order's id.
 */
const storageKey = 'strand.reviews'
const atMost = 5

const read = (): [orderId: string, review: string][] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return Object.entries(Object(kept)).map(([orderId, review]) => [orderId, String(review)])
  } catch {
    return []
  }
}

export const keptReview = (orderId: string): string =>
  read().find(([reviewed]) => reviewed === orderId)?.[1] ?? ''

export const keepReview = (orderId: string, review: string): void => {
  const others = read().filter(([reviewed]) => reviewed !== orderId)
  const kept = [...others, [orderId, review] as const].slice(-atMost)
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Without storage, the review is shown only until the page closes.
  }
}
