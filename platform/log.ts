import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * JSON lines on standard output. No token, password, body or personal data is ever passed to it;
 * the redaction below is the second wall, for headers that a library may log by itself.
 */
export const openLog = (name: string, level: string = 'info'): Log =>
  pino({
    name,
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'headers.authorization',
        'headers.cookie',
      ],
      remove: true,
    },
  })

/** For tests, and for tools that print to a person. */
export const silentLog: Log = pino({ level: 'silent' })
