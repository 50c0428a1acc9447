import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How many times longer this machine takes than the one that the tests' limits were chosen on. `npm test`
 * measures it in its first second (`tools/pace.ts`); vitest by itself expects a slow one.
 */
const pace = Number(process.env.TEST_PACE ?? 3)

/** Share of the last ten seconds in which some process waited for a processor, from 0 to 1. */
export const pressure = (): number => {
  try {
    const text = readFileSync('/proc/pressure/cpu', 'utf8')
    return Number(/some avg10=([\d.]+)/.exec(text)?.[1]) / 100
  } catch {
    // A kernel that does not say: more that want to run than there are processors.
    const [load = 0] = loadavg()
    return Math.min(1, Math.max(0, load / availableParallelism() - 1))
  }
}

const underPressure = (share: number) => 1 + 3 * share

/**
 * The limit here and now of a wait that needs at most this many milliseconds on the idle machine where
 * the limits were chosen. A wait is for a named state, and ends with it; this only says when to give up.
 */
export const limit = (milliseconds: number): number =>
  milliseconds * pace * underPressure(pressure())

/** The same on a fully loaded machine, for limits that are set once for a whole run. */
export const longestLimit = (milliseconds: number): number => milliseconds * pace * underPressure(1)

/** How long a state that a test waits for may take: half a minute. */
export const usualWait = 30_000
