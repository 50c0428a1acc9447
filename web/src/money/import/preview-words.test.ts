import { expect, test } from 'vitest'
import {
  doubts,
  importObstacles,
  outcomeWords,
  perhapsTwice,
  sureWords,
  unlikelyDays,
} from './preview-words.ts'

const sound: Parameters<typeof importObstacles>[0] = {
  refused: [],
  balanced: true,
  dateOrderUnclear: false,
  directionUnclear: false,
  unknownDirections: [],
  accountUnclear: false,
  notMoney: [],
  unknownStates: [],
  perhapsStates: [],
  narrationUnclear: false,
  rows: 4,
  overlap: { days: 3, known: 4, missing: 0, contradicts: 0 },
}

test('an import is described in words', () => {
  expect(outcomeWords({ new: 412, known: 38, probablySame: 0 })).toBe('412 new lines, 38 known')
  expect(outcomeWords({ new: 1, known: 0, probablySame: 0 })).toBe('1 new line')
  expect(outcomeWords({ new: 0, known: 0, probablySame: 1200 })).toBe(
    '0 new lines, 1,200 probably the same as known ones',
  )
})

test('the lines that wait for approval are of any file, and those of this file are named', () => {
  expect(sureWords(20, 6)).toBe(
    '20 unmatched lines each fit only one order and are waiting for your approval, 6 of them from this file.',
  )
  expect(sureWords(20, 0)).toMatch(/approval, none of them from this file\.$/)
  expect(sureWords(6, 6)).toMatch(/approval\.$/)
  expect(sureWords(1, 1)).toBe(
    '1 unmatched line fits only one order and is waiting for your approval.',
  )
  expect(sureWords(1, 0)).toMatch(/^1 unmatched line, from another statement, fits/)
})

test('everything that keeps a file from being imported is named', () => {
  expect(importObstacles(sound)).toEqual([])
  expect(importObstacles({ ...sound, balanced: null })).toEqual([])
  const refused = [{ row: 4, message: 'The amount cannot be read' }]
  const cases: [Partial<typeof sound>, RegExp][] = [
    [{ dateOrderUnclear: true }, /month/],
    [{ narrationUnclear: true }, /descriptions/],
    [{ directionUnclear: true }, /came in/],
    [{ accountUnclear: true }, /statements/],
    [
      { perhapsStates: [{ column: 3, words: [{ word: 'offen', rows: 1 }] }] },
      /whether the money arrived/,
    ],
    [{ refused }, /One row/],
    [{ refused: [...refused, ...refused] }, /2 rows/],
    [{ balanced: false }, /balance/],
    [{ rows: 0 }, /no lines/],
    [{ overlap: { ...sound.overlap, missing: 2 } }, /this account’s/],
    [{ overlap: { ...sound.overlap, contradicts: 1 } }, /this account’s/],
    [{ rows: 1, notMoney: refused }, /money that arrived/],
    [{ rows: 1, notMoney: refused, unknownStates: [{ word: 'offen', rows: 1 }] }, /status words/],
    [{ rows: 1, notMoney: refused, unknownDirections: [{ word: 'k', rows: 1 }] }, /which words/],
  ]
  for (const [change, said] of cases)
    expect(importObstacles({ ...sound, ...change })).toEqual([expect.stringMatching(said)])
  const missing = { ...sound, overlap: { ...sound.overlap, missing: 2 } }
  expect(importObstacles(missing, true)).toEqual([])
})

test('days in the future or over half a year ago are named', () => {
  const today = '2026-11-28'
  const span = (from: string, to: string) => unlikelyDays({ from, to }, today)
  expect(span('2026-11-05', '2026-11-28')).toBeNull()
  expect(span('2026-05-29', '2026-11-01')).toBeNull()
  expect(span('2026-11-05', '2026-11-29')).toBe(
    'Then the file has days in the future, up to 29 Nov 2026.',
  )
  expect(span('2026-05-28', '2026-11-01')).toBe(
    'Then the file has days from over half a year ago, since 28 May 2026.',
  )
  expect(unlikelyDays({ from: null, to: null }, today)).toBeNull()
})

test('the overlap with known lines is described in the file’s own numbers', () => {
  const foreign = { days: 28, known: 0, missing: 1_060, contradicts: 27 }
  expect(doubts(foreign)).toEqual([
    '28 days of this file have already been imported, without any of its lines.',
    'This file lacks 1,060 lines that other files have for the same days.',
    'On 27 days its balance differs from the known one.',
  ])
  expect(perhapsTwice({ new: 1_100, overlap: foreign })).toBe(
    'If the file is this account’s, up to 1,060 transfers may count twice: in another format, the bank may use other references.',
  )
  const short = { days: 1, known: 1, missing: 1, contradicts: 0 }
  expect(doubts(short)).toEqual([
    '1 day of this file has already been imported, with 1 of its lines.',
    'This file lacks 1 line that other files have for the same days.',
  ])
  expect(perhapsTwice({ new: 0, overlap: short })).toBeNull()
})
