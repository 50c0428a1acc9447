import type { Log } from './log.ts'

/** Milliseconds that everything together has to close. */
const patience = 10_000

/**
 * Closes `steps`, in their order, at the first SIGINT or SIGTERM, and ends the process: with code 0
 * when all closed, with 1 when a step failed or 10 s were over. A step that fails does not keep the
 * others from closing. A second signal ends the process at once.
 *
 * Give the steps in the order of dependence: first what takes work (the HTTP server), last what the
 * others need (pools).
 *
 * @returns the same as a signal does, for a process that wants to end by itself
 */
export const shutDownOnSignal = (
  steps: [name: string, close: () => unknown][],
  { log, exit = process.exit }: { log: Log; exit?: (code: number) => void },
): (() => Promise<void>) => {
  let closing = false
  const shutDown = async () => {
    if (closing) return exit(1)
    closing = true
    const timer = setTimeout(() => {
      log.error('closing took too long')
      exit(1)
    }, patience)
    let code = 0
    for (const [name, close] of steps)
      try {
        await close()
      } catch (error) {
        code = 1
        log.error({ err: error }, `closing ${name} failed`)
      }
    clearTimeout(timer)
    exit(code)
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
  return shutDown
}
