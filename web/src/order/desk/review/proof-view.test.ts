import { expect, test } from 'vitest'
import { moved, plainView, rotated, transformOf, zoomed } from './proof-view.ts'

test('a proof is enlarged in steps, up to four times its size', () => {
  let view = plainView
  for (let step = 0; step < 9; step++) view = zoomed(view, 1)
  expect(view.zoom).toBe(4)
})

test('at its normal size a proof returns to its original place', () => {
  const away = moved(zoomed(plainView, 1), 40, 10)
  expect(away).toMatchObject({ x: 40, y: 10 })
  expect(zoomed(away, -1)).toEqual(plainView)
})

test('four turns make a full circle', () => {
  const turned = rotated(rotated(rotated(rotated(plainView))))
  expect(transformOf(turned)).toContain('rotate(360deg)')
})
