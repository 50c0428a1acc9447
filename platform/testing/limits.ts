import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How many times longer this machine takes than the one for which the tests' limits were chosen.
 * `npm test` measures it in its first second (`tools/pace.ts`); plain vitest assumes a slow
 * machine.
 */
const pace = Number(process.env.TEST_PACE ?? 3)

/** The share of the last ten seconds in which some process waited for a CPU, from 0 to 1. */
const pressure = (): number => {
  try {
    const text = readFileSync('/proc/pressure/cpu', 'utf8')
    return Number(/some avg10=([\d.]+)/.exec(text)?.[1]) / 100
  } catch {
    // If the kernel has no such file, uses the number of processes per CPU that want to run, beyond
    // the first.
    const [load = 0] = loadavg()
    return Math.min(1, Math.max(0, load / availableParallelism() - 1))
  }
}

const underPressure = (share: number) => 1 + 3 * share

/**
 * The current limit for a wait that takes at most this many milliseconds on the idle machine for
 * which the limits were chosen. The limit only says when to fail: a wait ends as soon as the
 * awaited state is reached.
 */
export const limit = (milliseconds: number): number =>
  milliseconds * pace * underPressure(pressure())

/** The value of `limit` on a fully loaded machine, for limits that are set once for a whole run. */
export const longestLimit = (milliseconds: number): number => milliseconds * pace * underPressure(1)

/** How many milliseconds a test waits for a state: half a minute. */
export const usualWait = 30_000
