import { expect, it } from 'vitest'
import { type Description, judge, type TrueFile } from './judge.ts'

const file = (...rows: string[]) => Buffer.from(rows.join('\n'))
const heading = 'Date,Remarks,Amount,Currency'
const rows = ['13/11/2026,TRF FROM OKAFOR CHIOMA,85500.00,NGN', '14/11/2026,CHARGES,-50.00,NGN']
const told: Description = { first: 1, day: 0, form: '%d/%m/%Y', text: [1], amount: 2 }
const lines = [
  {
    day: '2026-11-13',
    amount: 8_550_000,
    said: ['TRF FROM OKAFOR CHIOMA'],
    all: '13/11/2026 TRF FROM OKAFOR CHIOMA 85500.00 NGN',
  },
  { day: '2026-11-14', amount: -5_000, said: ['CHARGES'], all: '14/11/2026 CHARGES -50.00 NGN' },
]
const truth: TrueFile = { path: 'a', kind: 'csv', why: '', lines }
const [first = lines[0], second = lines[1]] = lines

it('counts a file as correct only if each transfer is found, with the right kobo, day and text', () => {
  const verdictOf = (changed: TrueFile['lines']) =>
    judge(file(heading, ...rows), { ...truth, lines: changed }, told).is
  expect(verdictOf(lines)).toBe('right')
  expect(verdictOf(lines.toReversed())).toBe('right')
  if (!first || !second) throw new Error('there are two')
  const wrong: TrueFile['lines'][] = [
    [first],
    [first, first, second],
    [{ ...first, amount: first.amount + 1 }, second],
    [{ ...first, amount: -first.amount }, second],
    [{ ...first, day: '2026-11-12' }, second],
    [{ ...first, said: [...first.said, 'FOR A WIG'] }, second],
    [{ ...first, all: '13/11/2026 OKAFOR 85500.00' }, second],
  ]
  for (const changed of wrong) expect([changed, verdictOf(changed)]).toEqual([changed, 'wrong'])
})

it('answers the screen’s questions, and reports what they were', () => {
  const open = rows.map((row) => row.replace(/1[34]\/11/, '03/11'))
  const days = lines.map((line) => ({ ...line, day: '2026-11-03' }))
  expect(judge(file(heading, ...open), { ...truth, lines: days }, told)).toMatchObject({
    is: 'right',
    asked: ['order of day and month'],
  })
  const strange = judge(file('Tag,Zweck,Betrag,Geld', ...rows), truth, told)
  expect(strange).toMatchObject({ is: 'right', asked: ['columns'] })
})

it('reads the digits of another currency, and says that the shop refuses it', () => {
  const foreign = rows.map((row) => row.replace('NGN', 'EUR'))
  const said = lines.map((line) => ({ ...line, all: line.all.replace('NGN', 'EUR') }))
  expect(judge(file(heading, ...foreign), { ...truth, lines: said }, told)).toMatchObject({
    is: 'right',
    otherMoney: 'EUR',
  })
})

it('returns the shop’s message for a file that it refuses', () => {
  expect(judge(Buffer.from('%PDF-1.7'), truth, undefined)).toMatchObject({
    is: 'refused',
    message: expect.stringMatching(/^This is a PDF/),
  })
  const unreadable = file(heading, rows[0] ?? '', '14/11/2026,CHARGES,12..50,NGN')
  expect(judge(unreadable, truth, told)).toMatchObject({ is: 'refused', isAlike: true })
  expect(judge(file(heading), { ...truth, lines: [] }, told)).toMatchObject({ is: 'empty' })
})
