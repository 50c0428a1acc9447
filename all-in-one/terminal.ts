import { BadSetting } from '@strand/event-sourcing/errors'
import type { LogDestination } from '@strand/event-sourcing/log'

const print = (text: string) => process.stdout.write(text)

/** In milliseconds: how long a busy machine may keep everything waiting after the start. */
const settling = 20_000

/**
 * Keeps log lines out of the startup text: a temporary failure, such as a database that is slow to
 * answer, is logged only if it lasts longer than 20 s after the start.
 */
export const besideStartText = (
  log: LogDestination,
  elapsed = () => performance.now(),
): LogDestination => ({
  write: (line) => {
    if (elapsed() >= settling || !line.includes('"passing":true')) log.write(line)
  },
})

/** Runs `work`, and prints the step: `  Starting the database … 1.2 s`. */
export const step = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
  const started = performance.now()
  print(`  ${label} … `)
  try {
    const result = await work()
    print(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    print('failed\n')
    throw error
  }
}

/** Shows a long step's progress in place on a terminal; elsewhere, prints it every 10 %. */
export const progress = (label: string, total: number) => {
  let tenth = -1
  return (done: number) => {
    const now = Math.floor((done / total) * 10)
    if (process.stdout.isTTY) print(`\r  ${label} … ${done} of ${total}`)
    else if (now > tenth) print(`  ${label} … ${done} of ${total}\n`)
    tenth = now
    if (done >= total && process.stdout.isTTY) print('\n')
  }
}

/**
 * The text for a failed start: one sentence if the operator can correct the cause, otherwise the
 * error.
 */
export const startErrorMessage = (error: unknown): string => {
  if (error instanceof BadSetting) return error.message
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: stop the program that uses it, or set PORT to another one.`
  if (code === 'EACCES')
    return `Port ${port} needs rights this user lacks: set PORT to one above 1023.`
  return `The shop cannot start: ${message ?? String(error)}`
}
