import pg from 'pg'
import { z } from 'zod'
import { UnreadableEvent } from '../../errors.ts'

const longest = 300

/**
 * Describes an error in one line of at most 300 characters that is safe to show and log. Leaves out
 * the details that Postgres adds, and the values that an error about bad data quotes, because they
 * may be personal. Names of tables and constraints stay.
 */
export const errorSummary = (error: unknown): string => {
  if (!(error instanceof Error)) return 'something that is no Error was thrown'
  if (error instanceof UnreadableEvent && error.cause) return errorSummary(error.cause)
  if (error instanceof z.ZodError) {
    const issues = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    return `ZodError: ${issues.join('; ')}`.slice(0, longest)
  }
  const [line = ''] = error.message.split('\n', 1)
  // Postgres' errors in class 22 are about data and quote values; errors in other classes quote
  // names.
  const quotesNames = error instanceof pg.DatabaseError && !error.code?.startsWith('22')
  const text = quotesNames ? line : line.replaceAll(/"[^"]*("|$)/g, '"…"')
  const name = error instanceof pg.DatabaseError ? `Postgres ${error.code}` : error.name
  // Our own errors are plain Errors, and "Error:" would add nothing to their messages.
  if (name === 'Error' && text !== '') return text.slice(0, longest)
  return `${name}: ${text}`.slice(0, longest)
}

export const stackFrames = (error: unknown): string[] =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .map((line) => line.trim())
    : []
