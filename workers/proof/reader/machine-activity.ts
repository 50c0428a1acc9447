import { readFile } from 'node:fs/promises'
import type { Activity } from '@strand/platform/http/activity'
import { type PausableReader, takenBy, ticksPerSecond } from './reader.ts'

/** Milliseconds between two samples. */
const sampleEvery = 200
/** How much of a processor others may take before they count as busy; idle services take less. */
const idle = 0.3

/** Seconds of processor time since the machine started, of everything that runs on it; 0 where it does not say. */
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
 * Whether others want the processors: for a reader whose process sees no request, since the services that
 * answer are in other containers. Their processor time is what a container without a network can see of them.
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
