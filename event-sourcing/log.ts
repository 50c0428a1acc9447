import { type Logger, pino } from 'pino'
import { isTransient } from './postgres/errors.ts'

export type Log = Logger

export type LogDestination = { write: (line: string) => unknown }

/**
 * Writes JSON lines to standard output. Callers must not pass tokens, passwords, bodies or personal
 * data. The redaction below is only a second line of defense, against headers that a library logs
 * by itself.
 */
export const openLog = (
  name: string,
  level: string = 'info',
  destination: LogDestination = pino.destination(1),
): Log =>
  pino(
    {
      name,
      level,
      serializers: { err: plainError },
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'headers.authorization',
          'headers.cookie',
        ],
        remove: true,
      },
    },
    destination,
  )

/**
 * Keeps only the parts of an error that say where it happened. Errors from drivers contain more: an
 * error from `pg` contains its connection, or the values of a row that broke a constraint. A
 * transient error, for example while the database restarts, gets the field `passing` instead of a
 * stack, because no code is at fault.
 */
const plainError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(isTransient(error)
      ? { passing: true }
      : error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  }
}

/** For tests, and for tools that print to a person's terminal. */
export const silentLog: Log = pino({ level: 'silent' })
