import { networkOf } from './network.ts'

export type ClientSemaphore = {
  /**
   * Takes a slot for one piece of this client's work. Returns a function that frees the slot (safe
   * to call more than once), or the reason why there is none: `address` has used all its slots, or
   * `all` slots are taken.
   */
  acquire: (address: string) => (() => void) | 'address' | 'all'
}

/** Counts work in progress, in total and per client address; a client is its network. */
export const openClientSemaphore = (limits: {
  atOnce: number
  perAddress: number
}): ClientSemaphore => {
  const taken = new Map<string, number>()
  let total = 0
  return {
    acquire: (address) => {
      const client = networkOf(address)
      const held = taken.get(client) ?? 0
      if (held >= limits.perAddress) return 'address'
      if (total >= limits.atOnce) return 'all'
      total += 1
      taken.set(client, held + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        total -= 1
        const left = (taken.get(client) ?? 1) - 1
        if (left > 0) taken.set(client, left)
        else taken.delete(client)
      }
    },
  }
}
