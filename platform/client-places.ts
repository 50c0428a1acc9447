import { isIPv6 } from 'node:net'

export type ClientPlaces = {
  /**
   * A place for one piece of work of this client: a function that frees it again (safe to call more
   * than once), or why there is none: `address` has all its places already, or `all` are taken.
   */
  take: (address: string) => (() => void) | 'address' | 'all'
}

/** Counts work under way, in all and per client address; an IPv6 client is its /64 network. */
export const openClientPlaces = (limits: { atOnce: number; perAddress: number }): ClientPlaces => {
  const taken = new Map<string, number>()
  let total = 0
  return {
    take: (address) => {
      const client = clientOf(address)
      const own = taken.get(client) ?? 0
      if (own >= limits.perAddress) return 'address'
      if (total >= limits.atOnce) return 'all'
      total += 1
      taken.set(client, own + 1)
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

/** Who counts as one client: an IPv4 address, or the /64 network that an IPv6 client has to itself. */
export const clientOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const first = groups(head)
  const last = tail === undefined ? [] : groups(tail)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
