import { afterEach, expect, test, vi } from 'vitest'
import { readStored, readStoredJson, writeStored } from './stored.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser that forbids storage keeps nothing, and nothing fails', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  }
  vi.stubGlobal('localStorage', {
    getItem: forbidden,
    setItem: forbidden,
    removeItem: forbidden,
  })
  writeStored('local', 'a', 'text')
  writeStored('local', 'a', null)
  expect(readStored('local', 'a')).toBeNull()
  expect(readStoredJson('local', 'a')).toBeNull()
})

test('a value that is not JSON counts as missing', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  writeStored('session', 'a', '{"b":1}')
  expect(readStoredJson('session', 'a')).toEqual({ b: 1 })
  writeStored('session', 'a', '{"b":')
  expect(readStoredJson('session', 'a')).toBeNull()
  writeStored('session', 'a', null)
  expect(readStored('session', 'a')).toBeNull()
})
