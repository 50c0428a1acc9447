import { expect, test } from 'vitest'
import { proofError, tooManyFiles } from './proof-rules.ts'

const size = 1000

test('png, jpg, jpeg and pdf are accepted, up to 20 MB', () => {
  for (const type of ['image/png', 'image/jpg', 'image/jpeg', 'application/pdf'])
    expect(proofError({ name: 'proof', type, size: 20 * 1024 * 1024 })).toBeNull()
})

test('any other type is refused, naming the file and its type', () => {
  expect(proofError({ name: 'notes.txt', type: 'text/plain', size })).toBe(
    'notes.txt is of type text/plain which is neither a png, jpg, jpeg or pdf file',
  )
})

test('a file over 20 MB is refused, naming the file', () => {
  const file = { name: 'a.png', type: 'image/png', size: 20 * 1024 * 1024 + 1 }
  expect(proofError(file)).toBe('a.png is larger than 20mb.')
})

test('if a phone declares no type, the file name’s extension decides', () => {
  expect(proofError({ name: 'proof.PDF', type: '', size })).toBeNull()
  expect(proofError({ name: 'proof', type: '', size })).toContain('is of type unknown')
})

test('an eleventh file is refused with a message', () => {
  expect(tooManyFiles()).toBe('At most 10 files, please')
})
