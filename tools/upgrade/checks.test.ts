import { describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { differences, wrongMails } from './checks.ts'
import { kindOf } from './load.ts'
import { recipientOf } from './stock.ts'

const answer = (status: number, changes: Partial<Answer> = {}): Answer => ({
  status,
  headers: {},
  body: Buffer.alloc(0),
  ...changes,
})

describe('what an upgrade drill finds', () => {
  test('an acknowledged order that is lost, one that is there twice, and one that nobody was told of', () => {
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
    for (const fine of [answer(201), answer(503, retry)]) expect(kindOf(fine, false)).not.toBeNull()
    for (const fault of [answer(500), answer(503), answer(500, retry), answer(401), answer(404)])
      expect([fault.status, kindOf(fault, true)]).toEqual([fault.status, null])
    for (const lost of ['refused', 'cut'] as const) {
      expect(kindOf(answer(0, { lost }), false)).toBeNull()
      expect(kindOf(answer(0, { lost }), true)).not.toBeNull()
    }
  })
})
