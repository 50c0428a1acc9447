import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * JSON lines on standard output. No token, password, body or personal data is ever passed to it;
 * the redaction below is the second wall, for headers that a library may log by itself.
 */
export const openLog = (
  name: string,
  level: string = 'info',
  /** For tests that read what is logged. */
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
 * Of an error only what names its place. A driver's errors carry more: pg's hold whole connections,
 * and the values of the row that broke a rule.
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

/** For tests, and for tools that print to a person. */
export const silentLog: Log = pino({ level: 'silent' })
