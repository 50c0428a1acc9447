import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { BrokenBox, openBox, sealBox } from './sealed-box.ts'

const key = randomBytes(32)
const content = Buffer.from('Ada Obi, 12 Marina, Lagos')

test('a box opens with its own key and context, and returns the same bytes', () => {
  expect(openBox(key, 'order', sealBox(key, 'order', content))).toEqual(content)
})

test('the same content never gives the same box twice', () => {
  expect(sealBox(key, 'order', content)).not.toEqual(sealBox(key, 'order', content))
})

test('a box does not open if any bit is changed', () => {
  const box = sealBox(key, 'order', content)
  for (let bit = 0; bit < box.length * 8; bit++) {
    const altered = Buffer.from(box)
    altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7))
    expect(() => openBox(key, 'order', altered)).toThrow(BrokenBox)
  }
})

test('a box does not open with another key or context, or if it is truncated', () => {
  const box = sealBox(key, 'order', content)
  expect(() => openBox(randomBytes(32), 'order', box)).toThrow(BrokenBox)
  expect(() => openBox(key, 'another order', box)).toThrow(BrokenBox)
  for (const length of [0, 1, 28, box.length - 1])
    expect(() => openBox(key, 'order', box.subarray(0, length))).toThrow(BrokenBox)
})
