import { Blocked, type Owner } from './tables.ts'

type Held = { owner: Owner; scope: 'session' | 'transaction' }

/** Locks by name, held until a transaction or a session ends. */
export const openAdvisoryLocks = () => {
  const held = new Map<string, Held[]>()
  return {
    take: (
      name: string,
      owner: Owner,
      { scope, wait }: { scope: Held['scope']; wait: boolean },
    ): boolean => {
      const holders = held.get(name) ?? []
      const other = holders.find((one) => one.owner.id !== owner.id)
      if (other && wait) throw new Blocked(other.owner)
      if (other) return false
      held.set(name, [...holders, { owner, scope }])
      return true
    },
    release: (owner: Owner, scope: 'transaction' | 'all') => {
      for (const [name, holders] of held) {
        const left = holders.filter(
          (one) =>
            one.owner.id !== owner.id || (scope === 'transaction' && one.scope === 'session'),
        )
        if (left.length === 0) held.delete(name)
        else held.set(name, left)
      }
    },
  }
}
