import type { OrderChange } from '@strand/contracts/order/live'
import { createStore, useStore } from '../browser/store.ts'

/**
 * The last change of an order that the stream reported. `heard` is the number of its message, counted in this
 * tab.
 */
export type HeardChange = OrderChange & { heard: number }

export type OrderChanges = {
  byOrder: ReadonlyMap<string, HeardChange>
  /** How many messages this tab has heard. */
  heard: number
  /** The last message that did not name all changed orders; 0 if there was none. */
  missed: number
}

/**
 * How many orders are remembered. A list that missed more than that already shows its bar about
 * changes.
 */
const maxKept = 2_000

const none: OrderChanges = { byOrder: new Map(), heard: 0, missed: 0 }
const changes = createStore(none)

export const useOrderChanges = (): OrderChanges => useStore(changes)
/** The message count continues, because lists loaded before are still on the screen. */
export const forgetOrderChanges = (): void => changes.set({ ...none, heard: changes.get().heard })

export const hearOrderChanges = (told: readonly OrderChange[], missed: boolean): void => {
  if (told.length === 0 && !missed) return
  const before = changes.get()
  const heard = before.heard + 1
  const all = new Map(before.byOrder)
  for (const change of told) {
    // Moved to the end, where the newest are.
    all.delete(change.orderid)
    all.set(change.orderid, { ...change, heard })
  }
  const byOrder = new Map([...all].slice(-maxKept))
  changes.set({ byOrder, heard, missed: missed ? heard : before.missed })
}

/**
 * An answer, with the number of messages that this tab had heard before asking. The answer may not reflect
 * later ones.
 */
export type Asked<Answer> = Answer & { heardBefore: number }

export const asked = async <Answer extends object>(
  ask: () => Promise<Answer>,
): Promise<Asked<Answer>> => {
  const heardBefore = changes.get().heard
  return { ...(await ask()), heardBefore }
}
