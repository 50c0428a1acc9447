import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTilePath, tilePath } from './tile-path.ts'

test('a tile has exactly the path that c2sp.org/tlog-tiles defines', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('0/x001/x234/067')
  expect(tilePath({ level: 1, index: 0, width: 17 })).toBe('1/000.p/17')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 63 }),
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 1, max: 256 }),
      (level, index, width) => {
        expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width })
      },
    ),
    { seed },
  )
  for (const path of [
    '0/0',
    '0/00',
    '0/0000',
    '00/000',
    '64/000',
    '-1/000',
    '0/x000/000',
    '0/001/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/007',
    '0/000.p/',
    '0/000/',
    'entries/000',
    '',
  ])
    expect([path, parseTilePath(path)]).toEqual([path, null])
})
