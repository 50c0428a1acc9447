import crypto from 'node:crypto'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { Due } from './heap.ts'
import { lives, type World } from './world.ts'

/** Node's own, for the simulator itself. */
const real = {
  Date,
  setImmediate,
  ...{ setTimeout, clearTimeout, setInterval, clearInterval },
  random: Math.random,
  ...{ sleep: timers.setTimeout, readdir: fs.readdir },
  ...{ randomUUID: crypto.randomUUID, randomBytes: crypto.randomBytes },
}

/** Real milliseconds, for figures about the simulator. */
export const realNow = (): number => real.Date.now()

/** Lets everything run that waits for nothing but other code. */
export const settle = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve))

const off = (due: Due) => {
  due.isOff = true
}

const handleOf = (cancel: () => void) => {
  const handle = { cancel, ref: () => handle, unref: () => handle, hasRef: () => true }
  return handle
}

type Handle = { cancel?: () => void } | undefined

const timersOf = (world: World) => {
  const later = (work: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    const due = world.plan(milliseconds, () => work(...given))
    return handleOf(() => off(due))
  }
  const again = (work: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    let due: Due
    const round = () => {
      due = world.plan(milliseconds, round)
      work(...given)
    }
    due = world.plan(milliseconds, round)
    return handleOf(() => off(due))
  }
  const clear = (handle: Handle) => handle?.cancel?.()
  const sleep = <T>(milliseconds: number, value: T, options: { signal?: AbortSignal } = {}) =>
    new Promise<T>((resolve, reject) => {
      const { signal } = options
      const aborted = () => {
        off(due)
        reject(new DOMException('aborted', 'AbortError'))
      }
      const due = world.plan(milliseconds, () => {
        signal?.removeEventListener('abort', aborted)
        resolve(value)
      })
      if (signal?.aborted) aborted()
      else signal?.addEventListener('abort', aborted, { once: true })
    })
  return { later, again, clear, sleep }
}

const datesOf = (world: World): DateConstructor => {
  const now = () => world.now() + (lives.getStore()?.skew ?? 0)
  return new Proxy(real.Date, {
    construct: (target, given: []) =>
      given.length > 0 ? new target(...given) : new target(now()),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

const bytesOf = (world: World, size: number) => {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = Math.floor(world.dice.random() * 256)
  return bytes
}

const uuidOf = (world: World) => {
  const hex = bytesOf(world, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Puts the world's clock and chance in place of Node's while `work` runs, so that production code
 * needs no word about it. The disk holds no migrations: the simulated database has its tables.
 */
export const inWorld = async <T>(world: World, work: () => Promise<T>): Promise<T> => {
  const { later, again, clear, sleep } = timersOf(world)
  const begun = world.now()
  const patch = (parts: Record<string, unknown>) => {
    const { Date, setTimeout, clearTimeout, setInterval, clearInterval, random } = parts
    Object.assign(globalThis, { Date, setTimeout, clearTimeout, setInterval, clearInterval })
    Object.assign(Math, { random })
    Object.assign(timers, { setTimeout: parts.sleep })
    Object.assign(fs, { readdir: parts.readdir })
    Object.assign(crypto, { randomUUID: parts.randomUUID, randomBytes: parts.randomBytes })
    syncBuiltinESMExports()
  }
  patch({
    ...{ Date: datesOf(world), setTimeout: later, clearTimeout: clear },
    ...{ setInterval: again, clearInterval: clear, random: world.dice.random, sleep },
    ...{ readdir: async () => [], randomUUID: () => uuidOf(world) },
    randomBytes: (size: number) => bytesOf(world, size),
  })
  Object.defineProperty(performance, 'now', {
    configurable: true,
    value: () => world.now() - begun,
  })
  try {
    return await work()
  } finally {
    patch(real)
    Reflect.deleteProperty(performance, 'now')
  }
}
