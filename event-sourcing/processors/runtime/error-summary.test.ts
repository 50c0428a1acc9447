import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { UnreadableEvent } from '../../errors.ts'
import { errorSummary, stackFrames } from './error-summary.ts'

const postgresError = (code: string, message: string) => {
  const error = new pg.DatabaseError(message, message.length, 'error')
  error.code = code
  error.detail = 'Key (email)=(ada@example.org) already exists.'
  return error
}

test('a reason names the error on one line; a plain sentence is kept as it is', () => {
  expect(errorSummary(new Error('The key is missing: set it.'))).toBe('The key is missing: set it.')
  expect(errorSummary(new Error(''))).toBe('Error: ')
  expect(errorSummary(new TypeError('no amount\nin {...}'))).toBe('TypeError: no amount')
  expect(errorSummary(new Error('x'.repeat(1_000)))).toHaveLength(300)
  expect(errorSummary('Ada Obi')).not.toContain('Ada')
})

test('a reason never quotes data, which may be personal', () => {
  const invalid = postgresError('22P02', 'invalid input syntax for type bigint: "Ada Obi"')
  expect(errorSummary(invalid)).toBe('Postgres 22P02: invalid input syntax for type bigint: "…"')
  expect(errorSummary(new SyntaxError('Unexpected token, "Ada Obi"... is not JSON'))).not.toContain(
    'Ada',
  )
  const parsed = z.object({ amount: z.number() }).safeParse({ amount: 'Ada Obi' })
  const unreadable = new UnreadableEvent('OrderPaid is unknown', { cause: parsed.error })
  for (const error of [parsed.error, unreadable])
    expect(errorSummary(error)).toBe(
      'ZodError: amount: Invalid input: expected number, received string',
    )
})

test('a reason keeps the names of tables and constraints, and leaves out the details', () => {
  const message = 'duplicate key value violates unique constraint "staff_email"'
  expect(errorSummary(postgresError('23505', message))).toBe(`Postgres 23505: ${message}`)
})

test('a summary says where an error was thrown, without its message', () => {
  const frames = stackFrames(new Error('Ada Obi\nLagos'))
  expect(frames.length).toBeGreaterThan(0)
  expect(frames.join()).not.toMatch(/Ada|Lagos/)
})
