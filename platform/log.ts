import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * JSON lines on standard output. Callers never pass a token, password, body or personal data; the
 * redaction below is the second line of defence, for headers that a library may log by itself.
 */
export const openLog = (
  name: string,
  level: string = 'info',
  /** For tests that read the log. */
  destination: DestinationStream = pino.destination(1),
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
 * those of pg hold whole connections, and the values of the row that broke a rule.
 */
const plainError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  }
}

/** For tests, and for tools that print for a person. */
export const silentLog: Log = pino({ level: 'silent' })
