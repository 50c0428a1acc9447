import { describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { differences, wrongMails } from './checks.ts'
import { closesBare, kindOf } from './load.ts'
import { recipientOf } from './stock.ts'

const answer = (status: number, changes: Partial<Answer> = {}): Answer => ({
  status,
  headers: {},
  body: Buffer.alloc(0),
  ...changes,
})

describe('what an upgrade drill finds', () => {
  test('an acknowledged order that is lost, one that exists twice, and one that nobody was told about', () => {
    expect(differences('in the log', ['a', 'b'], ['b', 'a'])).toEqual([])
    expect(differences('in the log', ['a', 'b'], ['b', 'b', 'c'])).toEqual([
      'a is in the log 0 times',
      'b is in the log 2 times',
      'c is in the log, unasked',
    ])
  })

  test('a mail that was not sent, and one that was sent twice', () => {
    const told = { orders: new Map([[1, 'a']]), approved: new Set(['a']) }
    const mail = (messageId: string) => ({ recipient: recipientOf(1), messageId })
    expect(wrongMails(told, [mail('x'), mail('y')])).toEqual([])
    for (const mails of [[mail('x')], [mail('x'), mail('x')], [mail('x'), mail('y'), mail('z')]])
      expect(wrongMails(told, mails)).toHaveLength(1)
  })

  test('an answer that no upgrade may give', () => {
    const retry = { headers: { 'retry-after': '2' } }
    const kind = (given: Answer, mayBeClosed: boolean) =>
      kindOf(given, { mayBeClosed, mayCloseBare: false })
    for (const fine of [answer(201), answer(503, retry)]) expect(kind(fine, false)).not.toBeNull()
    for (const fault of [answer(500), answer(503), answer(500, retry), answer(401), answer(404)])
      expect([fault.status, kind(fault, true)]).toEqual([fault.status, null])
    for (const lost of ['refused', 'cut'] as const) {
      expect(kind(answer(0, { lost }), false)).toBeNull()
      expect(kind(answer(0, { lost }), true)).not.toBeNull()
    }
  })

  test('a bare 503 from a closing process, unless its release is known to close that way', () => {
    expect(['0.1.0', '0.2.0', '1.0.0'].map(closesBare)).toEqual([true, false, false])
    const kind = (text: string, mayCloseBare: boolean) =>
      kindOf(answer(503, { body: Buffer.from(text) }), { mayBeClosed: false, mayCloseBare })
    const closing =
      '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}'
    expect(kind(closing, true)).toBe('503 without Retry-After, as 0.1.0 closes')
    expect(kind(closing, false)).toBeNull()
    expect(kind('{"message":"The log is full"}', true)).toBeNull()
  })
})
