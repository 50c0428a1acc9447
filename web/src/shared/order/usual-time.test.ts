import { expect, test } from 'vitest'
import { durationOf } from './usual-time.tsx'

test('a usual time is given in the largest unit that fits into it', () => {
  const said = [15, 60, 120, 720, 1440, 4320, 10_080].map(durationOf)
  expect(said).toEqual('15 minutes,an hour,2 hours,12 hours,a day,3 days,7 days'.split(','))
})
