import { expect, test } from 'vitest'
import { scaledSize } from './scale-photo.ts'

test('a photo is scaled to 2000 px on its longest side, keeping its proportions', () => {
  expect(scaledSize(4000, 3000)).toEqual({ width: 2000, height: 1500 })
  expect(scaledSize(3024, 4032)).toEqual({ width: 1500, height: 2000 })
})

test('a small picture is not enlarged', () => {
  expect(scaledSize(800, 600)).toEqual({ width: 800, height: 600 })
})
