import type { Log } from '@strand/event-sourcing/log'

/** The timeout for closing everything, in milliseconds. */
const closeTimeout = 10_000

/**
 * Signals within this many milliseconds of the first count as the same signal. One that is sent to
 * a whole process group, as by systemd, `timeout` or a terminal, arrives from the sender and from
 * each parent that forwards it.
 */
const sameSignalFor = 1_000

/**
 * On the first SIGINT or SIGTERM, closes `steps` in order and ends the process: with code 0 if all
 * were closed, or with 1 if a step failed or 10 s have passed. A failed step does not prevent the
 * others from closing. A second signal, at least a second after the first, ends the process
 * immediately.
 *
 * Pass the steps in order of dependency: first those that accept work (the HTTP server), last those
 * that the others need (pools).
 *
 * @returns a function that does the same as a signal, for a process that ends itself
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
