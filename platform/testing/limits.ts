import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/**
 * How many times longer this machine takes than the one on which the tests' limits were chosen.
 * `npm test` measures it in its first second (`tools/pace.ts`); vitest on its own assumes a slow
 * one.
 */
const pace = Number(process.env.TEST_PACE ?? 3)

/** Share of the last ten seconds in which some process was waiting for a CPU, from 0 to 1. */
const pressure = (): number => {
  try {
    const text = readFileSync('/proc/pressure/cpu', 'utf8')
    return Number(/some avg10=([\d.]+)/.exec(text)?.[1]) / 100
  } catch {
    // For a kernel without this file: how many more processes want to run than there are CPUs.
    const [load = 0] = loadavg()
    return Math.min(1, Math.max(0, load / availableParallelism() - 1))
  }
}

const underPressure = (share: number) => 1 + 3 * share

/**
 * The current limit for a wait that takes at most this many milliseconds on the idle machine where
 * the limits were chosen. A wait ends with the state that it waits for; this only says when to give
 * up.
 */
export const limit = (milliseconds: number): number =>
  milliseconds * pace * underPressure(pressure())

/** What `limit` returns on a fully loaded machine, for limits that are set once for a whole run. */
export const longestLimit = (milliseconds: number): number => milliseconds * pace * underPressure(1)

/** How long a test waits for a state: half a minute. */
export const usualWait = 30_000
