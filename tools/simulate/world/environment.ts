import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { Due } from './heap.ts'
import { lives, type World } from './world.ts'

/** Node's own functions, for the simulator itself. */
const real = {
  Date,
  setImmediate,
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  random: Math.random,
  sleep: timers.setTimeout,
  readdir: fs.readdir,
  randomUUID: crypto.randomUUID,
  randomBytes: crypto.randomBytes,
}

/** In real milliseconds, for figures about the simulator. */
export const realNow = (): number => real.Date.now()

/** Lets all code run that waits only for other code. */
export const settle = async (): Promise<void> => {
  // A tick runs when no promise can continue. The second tick is for code that other ticks started.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** Lets the process do something else for a moment. */
const breathe = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve))

/** The world of the running code; outside any world, Node's own functions are used. */
const worlds = new AsyncLocalStorage<World>()

/** Runs code outside the world, such as the real database's client. */
export const outside = <T>(work: () => T): T => worlds.exit(() => lives.exit(work))

export const realPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => real.setTimeout(resolve, milliseconds))

type Handle = { cancel?: () => void } | undefined

const handleOf = (due: () => Due) => {
  const cancel = () => {
    due().isOff = true
  }
  const handle = { cancel, ref: () => handle, unref: () => handle, hasRef: () => true }
  return handle
}

const setTimeoutIn = (current: World, work: () => void, milliseconds = 0) => {
  const due = current.plan(milliseconds, work)
  return handleOf(() => due)
}

const setIntervalIn = (current: World, work: () => void, milliseconds = 0) => {
  const round = () => {
    due = current.plan(milliseconds, round)
    work()
  }
  let due = current.plan(milliseconds, round)
  return handleOf(() => due)
}

const aborted = new Error('aborted')

const sleepIn = <T>(
  current: World,
  milliseconds: number,
  value: T,
  { signal }: { signal?: AbortSignal } = {},
) =>
  new Promise<T>((resolve, reject) => {
    if (signal?.aborted) return reject(aborted)
    const stop = () => {
      due.isOff = true
      reject(aborted)
    }
    const due = current.plan(milliseconds, () => {
      signal?.removeEventListener('abort', stop)
      resolve(value)
    })
    signal?.addEventListener('abort', stop, { once: true })
  })

const dateNow = (current: World) => current.now() + (lives.getStore()?.skew ?? 0)

const worldlyDate = new Proxy(real.Date, {
  construct: (target, given: []) => {
    const world = given.length > 0 ? undefined : worlds.getStore()
    return world ? new target(dateNow(world)) : new target(...given)
  },
  get: (target, name) => {
    const world = name === 'now' ? worlds.getStore() : undefined
    return world ? () => dateNow(world) : Reflect.get(target, name)
  },
})

const bytesIn = (current: World, size: number) => {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = Math.floor(current.dice.random() * 256)
  return bytes
}

const uuidIn = (current: World) => {
  const hex = bytesIn(current, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Calls the world's function inside a world, and Node's own outside. */
const either =
  <Given extends unknown[]>(
    own: (...given: Given) => unknown,
    worldly: (current: World, ...given: Given) => unknown,
  ) =>
  (...given: Given) => {
    const world = worlds.getStore()
    return world ? worldly(world, ...given) : own(...given)
  }

let isInstalled = false

/** Runs once per process, because it takes a while until modules see a changed function of Node. */
const install = () => {
  if (isInstalled) return
  isInstalled = true
  const clear = (handle: Handle) =>
    handle?.cancel ? handle.cancel() : real.clearTimeout(handle as never)
  const began = new WeakMap<World, number>()
  const monotonic = (current: World) => {
    const begun = began.get(current) ?? current.now()
    began.set(current, begun)
    return current.now() - begun
  }
  Object.assign(globalThis, {
    Date: worldlyDate,
    clearTimeout: clear,
    clearInterval: clear,
    setTimeout: either(real.setTimeout as never, setTimeoutIn as never),
    setInterval: either(real.setInterval as never, setIntervalIn as never),
  })
  Object.assign(Math, { random: either(real.random, ({ dice }) => dice.random()) })
  Object.assign(timers, { setTimeout: either(real.sleep as never, sleepIn as never) })
  // No migrations on disk, because the database already has its tables.
  Object.assign(fs, { readdir: either(real.readdir as never, async () => []) })
  Object.assign(crypto, {
    randomUUID: either(real.randomUUID, uuidIn),
    randomBytes: either(real.randomBytes as never, bytesIn as never),
  })
  const now = either(performance.now.bind(performance), monotonic)
  Object.defineProperty(performance, 'now', { configurable: true, value: now })
  syncBuiltinESMExports()
}

/**
 * While `work` runs, replaces Node's clock and randomness with the world's, unnoticed by production
 * code.
 */
export const inWorld = async <T>(next: World, work: () => Promise<T>): Promise<T> => {
  install()
  const { stackTraceLimit } = Error
  // Capturing the stack trace costs more than all other work of throwing an error.
  if (!next.isTraced) Error.stackTraceLimit = 0
  try {
    return await worlds.run(next, work)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    await breathe()
  }
}
