import { type Logger, pino } from 'pino'
import { isTransient } from './postgres/errors.ts'

export type Log = Logger

/** Receives the lines of the log, one at a time. */
export type LogDestination = { write: (line: string) => unknown }

/**
 * JSON lines on standard output. Callers must never pass tokens, passwords, bodies or personal
 * data; the redaction below is a second line of defence, against headers that a library may log on
 * its own.
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
 * Keeps only the parts of an error that identify where it happened. Drivers' errors contain more:
 * those of pg hold whole connections, and the values of a row that violated a constraint. Transient
 * errors, such as a restarting database, are not the fault of any code, so their stack is just
 * `passing`.
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
