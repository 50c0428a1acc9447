import type { OrderChange } from '@strand/contracts/order/live'
import { createStore, useStore } from '../browser/store.ts'

/**
 * The last reported change to an order. `heard` is the number of the message that reported it,
 * counted in this tab.
 */
export type HeardChange = OrderChange & { heard: number }

export type OrderChanges = {
  byOrder: ReadonlyMap<string, HeardChange>
  heard: number
  /** The number of the last message that could not name all changed orders; 0 if there was none. */
  missed: number
}

/**
 * The maximum number of orders to remember. A list with more changes than this already shows the
 * bar that reloads it.
 */
const maxKept = 2_000

const none: OrderChanges = { byOrder: new Map(), heard: 0, missed: 0 }
const changes = createStore(none)

export const useOrderChanges = (): OrderChanges => useStore(changes)
/**
 * Forgets all changes. The count of messages continues, because each list on the screen remembers
 * the count at which it was loaded.
 */
export const forgetOrderChanges = (): void => changes.set({ ...none, heard: changes.get().heard })

export const hearOrderChanges = (told: readonly OrderChange[], missed: boolean): void => {
  if (told.length === 0 && !missed) return
  const before = changes.get()
  const heard = before.heard + 1
  const all = new Map(before.byOrder)
  for (const change of told) {
    // Moves the order to the end of the map, where the newest changes are.
    all.delete(change.orderid)
    all.set(change.orderid, { ...change, heard })
  }
  const byOrder = new Map([...all].slice(-maxKept))
  changes.set({ byOrder, heard, missed: missed ? heard : before.missed })
}

/**
 * An answer, with the number of messages that this tab had received before it sent the request.
 * Changes that were reported later may be missing from the answer.
 */
export type Asked<Answer> = Answer & { heardBefore: number }

export const asked = async <Answer extends object>(
  ask: () => Promise<Answer>,
): Promise<Asked<Answer>> => {
  const heardBefore = changes.get().heard
  return { ...(await ask()), heardBefore }
}
