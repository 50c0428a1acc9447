import { type Logger, pino } from 'pino'
import { isTransient } from './postgres/errors.ts'

export type Log = Logger

/** Takes the log's lines, one at a time. */
export type LogDestination = { write: (line: string) => unknown }

/**
 * JSON lines on standard output. Callers never pass a token, password, body or personal data; the
 * redaction below is the second line of defence, for headers that a library may log by itself.
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
 * Keeps only the parts of an error that identify where it happened. Errors of drivers carry more:
 * those of pg hold whole connections, and the values of the row that broke a rule. Errors that pass
 * by themselves, such as a restarting database, are no fault of a place in the code, and have
 * `passing` for their stack.
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

/** For tests, and for tools that print for a person. */
export const silentLog: Log = pino({ level: 'silent' })
