import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { sha256 } from './hashes.ts'
import { openNote, parseVerifierKey, signerOf, signNote, verifierKey } from './note.ts'

// The example note and key from the documentation of golang.org/x/mod/sumdb/note.
const peterKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const peterText =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const peterNote = `${peterText}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`

test('a note that another program has signed is read', () => {
  expect(openNote(peterNote, parseVerifierKey(peterKey))).toBe(peterText)
  expect(verifierKey(parseVerifierKey(peterKey))).toBe(peterKey)
})

test('the example of c2sp.org/signed-note is read, ignoring another key’s signature', () => {
  const key = parseVerifierKey(
    'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  )
  const text = 'This is an example message.\n'
  const line =
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
  expect(openNote(`${text}\n${line}`, key)).toBe(text)
  const signer = signerOf('shop.example/api/audit/log', randomBytes(32))
  expect(openNote(signNote(text, signer) + line, signer)).toBe(text)
  expect(openNote(signNote(text, signer) + line, key)).toBe(text)
  expect(openNote(`${text}\n${line}`, signer)).toBe(null)
  expect(openNote(`${text}.\n\n${line}`, key)).toBe(null)
})

test('a note is refused after a change of any bit', () => {
  const signer = signerOf('log.example', randomBytes(32))
  const key = parseVerifierKey(verifierKey(signer))
  const note = Buffer.from(signCheckpoint({ size: 12, root: sha256('12') }, signer))
  expect(openCheckpoint(note.toString(), key)).toEqual({
    origin: 'log.example',
    size: 12,
    root: sha256('12'),
  })
  for (let bit = 0; bit < note.length * 8; bit++) {
    const altered = Buffer.from(note)
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect([bit, openCheckpoint(altered.toString(), key)]).toEqual([bit, null])
  }
  expect(openCheckpoint(signNote('log.example\n12\n', signer), key)).toBe(null)
  const stranger = signerOf('log.example', randomBytes(32))
  expect(openCheckpoint(note.toString(), stranger)).toBe(null)
  expect(openCheckpoint(signCheckpoint({ size: 1, root: sha256('') }, signer), stranger)).toBe(null)
})

test('a key has a name without spaces and plus signs, and states its id', () => {
  for (const name of ['', 'a b', 'a+b', 'a\nb', 'a\u00a0b'])
    expect(() => signerOf(name, randomBytes(32))).toThrow(TypeError)
  for (const text of ['', 'a+b', peterKey.replace('c74f20a3', 'c74f20a4'), `${peterKey}AAAA`])
    expect(() => parseVerifierKey(text)).toThrow(TypeError)
})
