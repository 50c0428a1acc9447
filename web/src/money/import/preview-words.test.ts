import { expect, test } from 'vitest'
import { importObstacles, outcomeWords } from './preview-words.ts'

const sound: Parameters<typeof importObstacles>[0] = {
  refused: [],
  balanced: true,
  dateOrderUnclear: false,
  accountUnclear: false,
  rows: 4,
}

test('an import is told in words', () => {
  expect(outcomeWords({ new: 412, known: 38, probablySame: 0 })).toBe('412 new lines, 38 known')
  expect(outcomeWords({ new: 1, known: 0, probablySame: 0 })).toBe('1 new line')
  expect(outcomeWords({ new: 0, known: 0, probablySame: 1200 })).toBe(
    '0 new lines, 1,200 probably the same as known ones',
  )
})

test('each thing that keeps a file from being imported is said', () => {
  expect(importObstacles(sound)).toEqual([])
  expect(importObstacles({ ...sound, balanced: null })).toEqual([])
  const refused = [{ row: 4, message: 'The amount cannot be read' }]
  const cases: [Partial<typeof sound>, RegExp][] = [
    [{ dateOrderUnclear: true }, /month/],
    [{ accountUnclear: true }, /statements/],
    [{ refused }, /One row/],
    [{ refused: [...refused, ...refused] }, /2 rows/],
    [{ balanced: false }, /balance/],
    [{ rows: 0 }, /no lines/],
  ]
  for (const [change, said] of cases)
    expect(importObstacles({ ...sound, ...change })).toEqual([expect.stringMatching(said)])
})
