import type { OrderChange } from '@strand/contracts/order/live'
import { createStore, useStore } from '../browser/store.ts'

/** What the stream told of an order last, and when: a number of the messages that this tab heard. */
export type HeardChange = OrderChange & { heard: number }

export type OrderChanges = {
  byOrder: ReadonlyMap<string, HeardChange>
  /** How many messages this tab has heard. */
  heard: number
  /** The message that left something out; 0 if none did. */
  missed: number
}

/** The most orders that are kept; a list that stayed open for so long has its bar anyway. */
const maxKept = 2_000

const none: OrderChanges = { byOrder: new Map(), heard: 0, missed: 0 }
const changes = createStore(none)

export const useOrderChanges = (): OrderChanges => useStore(changes)
/** The count goes on: lists that were loaded before are still there. */
export const forgetOrderChanges = (): void => changes.set({ ...none, heard: changes.get().heard })

export const hearOrderChanges = (told: readonly OrderChange[], missed: boolean): void => {
  if (told.length === 0 && !missed) return
  const before = changes.get()
  const heard = before.heard + 1
  const all = new Map(before.byOrder)
  for (const change of told) {
    // At the end, where the newest are.
    all.delete(change.orderid)
    all.set(change.orderid, { ...change, heard })
  }
  const byOrder = new Map([...all].slice(-maxKept))
  changes.set({ byOrder, heard, missed: missed ? heard : before.missed })
}

/**
 * The request, and how much this tab had heard before: later messages may be missing in its answer.
 */
export type Asked<Answer> = Answer & { heardBefore: number }

export const asked = async <Answer extends object>(
  ask: () => Promise<Answer>,
): Promise<Asked<Answer>> => {
  const heardBefore = changes.get().heard
  return { ...(await ask()), heardBefore }
}
