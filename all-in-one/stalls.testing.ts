import { writeFileSync } from 'node:fs'

/**
 * Loaded into a shop's process before it (`--import …/stalls.testing.ts?file=…`): writes the longest
 * that its event loop was held up, and starts anew at every SIGUSR2. It is counted in milliseconds of
 * the thread's own work, so that a machine that is busy with other things counts for nothing.
 */
const file = new URL(import.meta.url).searchParams.get('file')
const worked = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let longest = 0
let last = worked()
setInterval(() => {
  const now = worked()
  longest = Math.max(longest, now - last)
  last = now
}, 5).unref()
process.on('SIGUSR2', () => {
  if (file) writeFileSync(file, String(longest))
  longest = 0
})
