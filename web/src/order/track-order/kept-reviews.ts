import { readStoredJson, writeStored } from '../../shared/browser/stored.ts'

/**
 * The last five reviews that were written on this phone. The phone stores them to show them again,
 * because the shop does not show a review to everyone who has the order's id.
 */
const storageKey = 'strand.reviews'
const atMost = 5

const read = (): [orderId: string, review: string][] =>
  Object.entries(Object(readStoredJson('local', storageKey))).map(([orderId, review]) => [
    orderId,
    String(review),
  ])

export const keptReview = (orderId: string): string =>
  read().find(([reviewed]) => reviewed === orderId)?.[1] ?? ''

export const keepReview = (orderId: string, review: string): void => {
  const others = read().filter(([reviewed]) => reviewed !== orderId)
  const kept = [...others, [orderId, review] as const].slice(-atMost)
  writeStored('local', storageKey, JSON.stringify(Object.fromEntries(kept)))
}
