import { openLog } from '@strand/event-sourcing/log'
import { expect, test } from 'vitest'
import { besideStartText } from './terminal.ts'

test('a temporary failure is not logged while the shop starts, and is logged without a stack later', () => {
  const lines: string[] = []
  let time = 0
  const written = { write: (line: string) => lines.push(JSON.parse(line).msg) }
  const log = openLog(
    'strand',
    'warn',
    besideStartText(written, () => time),
  )
  const passing = new Error('Connection terminated due to connection timeout')
  const broken = new Error('undefined is not a function')
  log.warn({ err: passing }, 'the event log was lost for a moment')
  log.warn({ err: broken }, 'something is wrong')
  log.warn({ security: 'sign-in-failed' }, 'somebody guesses')
  expect(lines).toEqual(['something is wrong', 'somebody guesses'])
  time = 20_000
  log.warn({ err: passing }, 'the event log was lost for a moment')
  expect(lines.at(-1)).toBe('the event log was lost for a moment')

  const errors: object[] = []
  const whole = openLog('strand', 'warn', { write: (line) => errors.push(JSON.parse(line).err) })
  whole.warn({ err: passing })
  whole.warn({ err: broken })
  expect(errors).toEqual([
    { type: 'Error', message: passing.message, passing: true },
    { type: 'Error', message: broken.message, stack: broken.stack },
  ])
})
