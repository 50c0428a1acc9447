import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyRing } from './key-ring.ts'
import { signLink, verifyLink } from './signed-link.ts'

const secret = keyRing(randomBytes(32))
const now = new Date('2026-05-01T10:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const file = { key: 'a1b2c3', type: 'image/png', name: 'proof, of "payment" ü.png' }

const read = (link: string) => {
  const url = new URL(link, 'http://shop')
  return {
    secret,
    now,
    key: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''),
    type: url.searchParams.get('type') ?? '',
    name: url.searchParams.get('name') ?? undefined,
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  }
}

test('a link gives access to its file until it expires', () => {
  const link = read(signLink({ secret, ...file, expires: inMinutes(15) }))
  expect(verifyLink(link)).toEqual(file)
  expect(verifyLink({ ...link, now: inMinutes(14.9) })).toEqual(file)
  expect(verifyLink({ ...link, now: inMinutes(15) })).toBeNull()
})

test('links contain no commas, so they can be separated by commas', () => {
  expect(signLink({ secret, ...file, expires: inMinutes(15) })).not.toContain(',')
})

test('a link that was altered anywhere gives access to nothing', () => {
  const link = read(signLink({ secret, ...file, expires: inMinutes(15) }))
  const altered = [
    { key: 'a1b2c4' },
    { type: 'text/html' },
    { name: 'other.png' },
    { name: undefined },
    { expires: String(Number(link.expires) + 60) },
    { expires: 'never' },
    { expires: '1e99' },
    { signature: '' },
    { signature: `${link.signature.slice(0, -2)}AA` },
    { secret: keyRing(randomBytes(32)) },
  ]
  for (const change of altered) expect(verifyLink({ ...link, ...change })).toBeNull()
})
