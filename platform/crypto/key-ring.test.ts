import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretKeys } from '../config.ts'
import { seed } from '../testing/random.ts'
import { accessTokens } from './access-token.ts'
import { type KeyRing, keyRing, maxKeys } from './key-ring.ts'
import {
  mailedToken,
  readMailedToken,
  temporaryPassword,
  temporaryPasswords,
} from './mailed-token.ts'
import { openReferenceHmacs } from './reference-hmac.ts'
import { openBoxUnder, sealBox } from './sealed-box.ts'
import { signLink, verifyLink } from './signed-link.ts'

const id = randomUUID()
const now = new Date('2026-03-01T10:00:00Z')
const link = { key: 'file 1', type: 'image/png', name: 'a&b.png' }

/** Every use of a key in this folder: makes something with one ring, and checks it with another. */
const uses: Record<string, (made: KeyRing, read: KeyRing) => unknown> = {
  'access tokens': async (made, read) => {
    const token = await accessTokens({ secret: made, now: () => now }).make({
      userId: id,
      sessionId: id,
    })
    return (await accessTokens({ secret: read, now: () => now }).verify(token))?.userId === id
  },
  'mailed tokens': (made, read) =>
    readMailedToken(read, 'activation', mailedToken(made, 'activation', id)) === id,
  'temporary passwords': (made, read) =>
    temporaryPasswords(read, id).includes(temporaryPassword(made, id)),
  'signed links': (made, read) => {
    const path = signLink({ ...link, secret: made, expires: new Date(now.getTime() + 1_000) })
    const query = Object.fromEntries(new URL(path, 'http://x').searchParams)
    const { type = '', name, expires = '', signature = '' } = query
    return verifyLink({
      secret: read,
      key: link.key,
      type,
      name,
      expires,
      signature,
      now,
    })
  },
  'references of proofs': (made, read) => {
    const [first] = openReferenceHmacs(made)('NIP0001')
    return openReferenceHmacs(read)('NIP0001').some((hmac) => first?.equals(hmac))
  },
  'boxes of keys': (made, read) => {
    const box = sealBox(made[0], id, Buffer.from('a key'))
    try {
      return openBoxUnder(read, id, box).toString() === 'a key'
    } catch {
      return false
    }
  },
}

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const keys = fc.uniqueArray(key, {
  minLength: 2,
  maxLength: maxKeys,
  selector: (one) => one.toString('hex'),
})

test.each(
  Object.entries(uses),
)('%s: what a key made is accepted if that key is anywhere in the ring, and not otherwise', async (_name, isKnown) => {
  await fc.assert(
    fc.asyncProperty(keys, fc.nat(), async (all, place) => {
      const writer = all[place % all.length] as Buffer
      const others = all.filter((one) => one !== writer)
      const made = keyRing(writer, ...others)
      expect(await isKnown(made, [all[0] as Buffer, ...all.slice(1)])).toBeTruthy()
      expect(await isKnown(made, keyRing(writer))).toBeTruthy()
      const [other = writer, ...rest] = others
      expect(await isKnown(made, keyRing(other, ...rest))).toBeFalsy()
    }),
    { seed, numRuns: 25 },
  )
})

const text = (nth: number) => Buffer.alloc(32, nth).toString('base64')

test('a setting accepts one or several keys, and its error names the wrong one', () => {
  expect(secretKeys.parse(`${text(1)}, ${'02'.repeat(32)}`)).toEqual(
    keyRing(Buffer.alloc(32, 1), Buffer.alloc(32, 2)),
  )
  const problem = (setting: string) => secretKeys.safeParse(setting).error?.issues[0]?.message
  const form = 'expected 32 random bytes in base64 or hex'
  expect(problem('short')).toBe(form)
  expect(problem(`${text(1)},`)).toBe(`${form} as key 2 of 2`)
  expect(problem(`${text(1)},short,${text(2)}`)).toBe(`${form} as key 2 of 3`)
  expect(problem(`${text(1)},${text(1)}`)).toBe('expected different keys')
  expect(problem([1, 2, 3, 4, 5, 6].map(text).join())).toBe('expected at most 5 keys')
})
