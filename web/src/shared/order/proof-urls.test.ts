import { expect, test } from 'vitest'
import { isPdf, proofUrls } from './proof-urls.ts'

test('the links are split at the commas', () => {
  expect(proofUrls('/api/files/a?x=1,/api/files/b?x=2')).toEqual([
    '/api/files/a?x=1',
    '/api/files/b?x=2',
  ])
  expect(proofUrls('')).toEqual([])
})

test('a PDF is recognized by its type', () => {
  expect(isPdf('/api/files/a?type=application%2Fpdf&expires=1')).toBe(true)
  expect(isPdf('/api/files/a?type=image%2Fpng&expires=1')).toBe(false)
})
