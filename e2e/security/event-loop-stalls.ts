import { writeFileSync } from 'node:fs'

/**
 * Loaded into a shop's process before the shop (`--import …/event-loop-stalls.ts?file=…`). On every
 * SIGUSR2, this module writes the longest stall of the event loop since the last signal. A stall is
 * measured in milliseconds of the thread's own CPU time, so that other load on the machine does not
 * count.
 */
const file = new URL(import.meta.url).searchParams.get('file')
const cpuMilliseconds = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let longest = 0
let last = cpuMilliseconds()
setInterval(() => {
  const now = cpuMilliseconds()
  longest = Math.max(longest, now - last)
  last = now
}, 5).unref()
process.on('SIGUSR2', () => {
  if (file) writeFileSync(file, String(longest))
  longest = 0
})
