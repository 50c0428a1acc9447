import type { Log } from '@strand/event-sourcing/log'

/** How many milliseconds closing everything may take. */
const closeTimeout = 10_000

/**
 * In milliseconds: further signals within this time after the first one count as the same signal. A
 * signal to a whole process group, as from systemd, `timeout` or a terminal, arrives from the
 * sender and from each parent that passes it on.
 */
const sameSignalFor = 1_000

/**
 * At the first SIGINT or SIGTERM, closes `steps` in order and ends the process: with code 0 if all
 * were closed, or with 1 if a step failed or 10 s have passed. A failed step does not keep the
 * others from closing. A second signal, at least a second later, ends the process immediately.
 *
 * Put first what accepts work (the HTTP server), and last what the others need (pools).
 *
 * @returns a function that acts like a signal, for a process that ends itself
 */
export const shutDownOnSignal = (
  steps: [name: string, close: () => unknown][],
  {
    log,
    exit = process.exit,
    elapsed = () => performance.now(),
  }: { log: Log; exit?: (code: number) => void; elapsed?: () => number },
): (() => Promise<void>) => {
  let closingSince: number | undefined
  const shutDown = async () => {
    if (closingSince !== undefined) {
      if (elapsed() - closingSince >= sameSignalFor) exit(1)
      return
    }
    closingSince = elapsed()
    const timer = setTimeout(() => {
      log.error('closing took too long')
      exit(1)
    }, closeTimeout)
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
