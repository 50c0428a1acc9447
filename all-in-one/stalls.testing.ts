import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a shop's process before it (`--import …/stalls.testing.ts?file=…`): writes the longest
 * time that its event loop was held up, in milliseconds, and starts anew at every SIGUSR2.
 */
const file = new URL(import.meta.url).searchParams.get('file')
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('SIGUSR2', () => {
  if (file) writeFileSync(file, String(delay.max / 1e6))
  delay.reset()
})
