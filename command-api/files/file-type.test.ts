import { expect, test } from 'vitest'
import { detectFileType } from './file-type.ts'

const named = { fileName: 'receipt.pdf', fileType: 'application/pdf' }
const typeOf = (bytes: Uint8Array) =>
  detectFileType(bytes, named).catch((error) => String(error.message))

const refused = 'receipt.pdf is of type unknown which is neither a png, jpg, jpeg or pdf file'

test.each([
  ['', 'application/pdf'],
  ['\r\n\n', 'application/pdf'],
  ['\ufeff', 'application/pdf'],
  ['\ufeff \t\n', 'application/pdf'],
  ['<br>', refused],
  ['%', refused],
])('a PDF after %j is %s', async (before, expected) => {
  expect(await typeOf(Buffer.from(`${before}%PDF-1.7\n`))).toBe(expected)
})

test('nothing may come before a picture, and blanks alone are no PDF', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  expect(await typeOf(png)).toBe('image/png')
  for (const bytes of [Buffer.from(' '), Buffer.alloc(0), Buffer.concat([Buffer.from('\n'), png])])
    expect(await typeOf(bytes)).toBe(refused)
})
