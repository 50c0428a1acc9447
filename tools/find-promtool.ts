import { execFileSync } from 'node:child_process'

/** Whether this machine has Prometheus' `promtool`, which Debian's `prometheus` brings. */
export const hasPromtool = (): boolean => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
