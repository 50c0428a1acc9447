import { lives, type World } from './world.ts'

/** How often each fault happens when a port is called, as shares from 0 to 1. */
export type Faults = {
  dies: number
  failsBefore: number
  failsAfter: number
  /** The share of calls that take seconds. */
  slow: number
  /** The most milliseconds that a call is in transit. */
  latency: number
}

export const noFaults: Faults = { dies: 0, failsBefore: 0, failsAfter: 0, slow: 0, latency: 5 }

/** A promise that never resolves, for the code of a dead process. */
const never = <T>(): Promise<T> => new Promise(() => {})

export const pause = (world: World, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    world.plan(milliseconds, resolve)
  })

type Call<T> = {
  label: () => string
  faults: Faults
  /** The port's work, which is never interrupted. */
  work: () => T | Promise<T>
  /** The caller's error if the port fails, before or after the work. */
  fail: () => unknown
}

/**
 * Calls a port. The call takes a while in both directions. In the meantime, the process may die or
 * the connection may break, before or after the port's work.
 */
export const callPort = async <T>(world: World, { label, faults, work, fail }: Call<T>) => {
  const { dice } = world
  const life = lives.getStore()
  const isFaulty = world.now() < world.faultsUntil && life !== undefined
  const happens = (share: number) => isFaulty && share > 0 && dice.chance(share)
  const dies = () => {
    if (!life || !happens(faults.dies)) return false
    world.note(() => `dies at ${label()}`)
    world.kill(life)
    return true
  }
  const slowly = happens(faults.slow) ? 500 + dice.random() * 1_500 : 0
  await pause(world, slowly + dice.random() * faults.latency)
  if (dies()) return never<T>()
  if (happens(faults.failsBefore)) {
    world.note(() => `${label()} fails before`)
    throw fail()
  }
  const result = await work()
  if (life?.isDead || dies()) return never<T>()
  if (dice.chance(0.25)) await pause(world, dice.random() * faults.latency)
  if (happens(faults.failsAfter)) {
    world.note(() => `${label()} fails after`)
    throw fail()
  }
  world.note(label)
  return result
}
