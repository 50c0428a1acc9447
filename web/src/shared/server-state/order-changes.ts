import type { OrderChange } from '@strand/contracts/order/live'
import { createStore, useStore } from '../browser/store.ts'

/** What the stream told of an order last, and when this tab heard of it. */
export type HeardChange = OrderChange & { heardAt: number }

export type OrderChanges = {
  byOrder: ReadonlyMap<string, HeardChange>
  /** When the stream said that there was more than it told; 0 if never. */
  missedAt: number
}

/** The most orders that are kept; a list that stayed open for so long has its bar anyway. */
const maximumKept = 2_000

const none: OrderChanges = { byOrder: new Map(), missedAt: 0 }
const changes = createStore(none)

export const useOrderChanges = (): OrderChanges => useStore(changes)
export const forgetOrderChanges = (): void => changes.set(none)

export const hearOrderChanges = (heard: readonly OrderChange[], missed: boolean): void => {
  if (heard.length === 0 && !missed) return
  const { byOrder, missedAt } = changes.get()
  const heardAt = Date.now()
  const all = new Map(byOrder)
  for (const change of heard) {
    // At the end, where the newest are.
    all.delete(change.orderid)
    all.set(change.orderid, { ...change, heardAt })
  }
  const kept = new Map([...all].slice(-maximumKept))
  changes.set({ byOrder: kept, missedAt: missed ? heardAt : missedAt })
}
