import { readFile } from 'node:fs/promises'
import type { Activity } from '@strand/platform/http/activity'
import { type PausableReader, takenBy, ticksPerSecond } from './reader.ts'

const sampleEvery = 200
/**
 * Other containers count as busy if they use more than this share of a CPU; idle services use less.
 */
const idle = 0.3

/** The CPU seconds that everything on this machine has used since it started; 0 if unavailable. */
export const busySeconds = (stat: string): number => {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    /^cpu +(.+)$/m.exec(stat)?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond
}

const taken = async (reader: Pick<PausableReader, 'pid'>) => {
  const [stat, own] = await Promise.all([
    readFile('/proc/stat', 'utf8').catch(() => ''),
    takenBy(reader.pid()),
  ])
  return { all: busySeconds(stat), own: own.cpuSeconds }
}

/**
 * Watches whether other containers need the CPU. Their CPU time is all that the reader's container
 * can see of them, because it has no network and gets none of their requests.
 */
export const watchMachine = (
  reader: Pick<PausableReader, 'pid'>,
  { sample = () => taken(reader), now = () => performance.now() } = {},
): Activity & { stop: () => void; sample: () => Promise<void> } => {
  let before: { all: number; own: number; at: number } | undefined
  let isBusy = false
  const listeners = new Set<() => void>()
  const compare = async () => {
    const current = { ...(await sample()), at: now() }
    if (before) {
      const own = Math.max(0, current.own - before.own)
      const others = current.all - before.all - own
      const wasBusy = isBusy
      isBusy = others / ((current.at - before.at) / 1_000) > idle
      if (isBusy && !wasBusy) for (const listener of listeners) listener()
    }
    before = current
  }
  const sampling = setInterval(() => void compare(), sampleEvery)
  sampling.unref()
  return {
    isBusy: () => isBusy,
    onRequest: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    sample: compare,
    stop: () => clearInterval(sampling),
  }
}
