import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { sha256 } from './hashes.ts'
import {
  isSameKey,
  keysAround,
  openKeyChange,
  problemWithChange,
  publishedChanges,
  signKeyChange,
} from './key-change.ts'
import { signerOf, signNote } from './note.ts'

const key = (n: number, name = 'shop.example/log') => signerOf(name, Buffer.alloc(32, n))
const head = { size: 7, root: sha256('root') }
const changeOf = (from = key(1), to = key(2)) => {
  const change = openKeyChange(signKeyChange(head, from, to))
  if (!change) throw new Error('no change')
  return change
}

test('a note counts as a key change only if both keys have signed it', () => {
  const { note, ...change } = changeOf()
  expect(change).toMatchObject(head)
  expect([isSameKey(change.from, key(1)), isSameKey(change.to, key(2))]).toEqual([true, true])
  fc.assert(
    fc.property(fc.nat(note.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
      const other = String.fromCharCode(code)
      fc.pre(note[at] !== other)
      expect(openKeyChange(note.slice(0, at) + other + note.slice(at + 1))).toBe(null)
    }),
    { seed, numRuns: 300 },
  )
  const [text = ''] = note.split('\n\n')
  const lineOf = (signer: ReturnType<typeof key>) =>
    signNote(`${text}\n`, signer).slice(text.length + 2)
  const signedBy = (...signers: ReturnType<typeof key>[]) =>
    openKeyChange(`${text}\n\n${signers.map(lineOf).join('')}`)
  expect(signedBy(key(1), key(2))).not.toBe(null)
  for (const signers of [[key(1)], [key(2)], [key(2), key(2)], [key(1), key(3)]])
    expect(signedBy(...signers)).toBe(null)
  expect(openKeyChange(signKeyChange(head, key(1), key(2, 'other.example/log')))).toBe(null)
})

test('a key change never passes for a checkpoint, nor a checkpoint for a key change', () => {
  expect(openCheckpoint(changeOf().note, key(1))).toBe(null)
  expect(openKeyChange(signCheckpoint(head, key(1)))).toBe(null)
})

test('a change must replace the key in force, and never returns to an earlier one', () => {
  expect(problemWithChange([key(1)], changeOf())).toBe(null)
  expect(problemWithChange([key(1)], null)).toContain('not signed by both')
  for (const keys of [[], [key(2)], [key(1), key(3)]])
    expect(problemWithChange(keys, changeOf())).toContain('was not in force')
  expect(problemWithChange([key(2), key(1)], changeOf())).toContain('in force before')
  const many = Array.from({ length: 101 }, (_, n) => key(n + 3))
  expect(problemWithChange([...many, key(1)], changeOf())).toContain('more than 100 times')
})

test('one known key of a log leads to all the others through its published changes', () => {
  const changes = [changeOf(), changeOf(key(2), key(3)), changeOf(key(3), key(4))]
  const keys = [1, 2, 3, 4].map((n) => key(n))
  const published = publishedChanges(changes)
  for (const known of keys)
    expect(keysAround(known, published).map(({ keyId }) => keyId)).toEqual(
      keys.map(({ keyId }) => keyId),
    )
  expect(keysAround(key(9), published)).toEqual([key(9)])
  expect(keysAround(key(1), '')).toEqual([key(1)])
  for (const wrong of [
    publishedChanges([changeOf(), changeOf(key(3), key(4))]),
    published.replace('\n7\n', '\n8\n'),
    'hello',
    published.slice(0, -1),
  ])
    expect(() => keysAround(key(1), wrong)).toThrow(/^Change \d of the log’s key: /)
})
