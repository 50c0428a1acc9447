import { randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { accessTokens } from './access-token.ts'
import { keyRing } from './key-ring.ts'
import { mailedToken, readMailedToken, temporaryPassword } from './mailed-token.ts'

const secret = keyRing(Buffer.alloc(32, 7))
const claims = { userId: randomUUID(), sessionId: randomUUID() }

test('an access token identifies a user and a session for 18 minutes', async () => {
  let time = new Date('2026-03-01T10:00:00Z')
  const tokens = accessTokens({ secret, now: () => time })
  const token = await tokens.make(claims)
  expect(await tokens.verify(token)).toEqual(claims)
  time = new Date('2026-03-01T10:17:59Z')
  expect(await tokens.verify(token)).toEqual(claims)
  time = new Date('2026-03-01T10:18:00Z')
  expect(await tokens.verify(token)).toBeNull()
})

test('a token with another key, algorithm, type, issuer or audience is invalid', async () => {
  const tokens = accessTokens({ secret, now: () => new Date() })
  const jwt = (header: object, payload: object) =>
    new SignJWT({ sid: claims.sessionId, sub: claims.userId, ...payload })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .setIssuedAt()
      .setExpirationTime('5m')
  const right = { iss: 'strand', aud: 'strand-staff' }
  const forged = [
    await accessTokens({ secret: keyRing(Buffer.alloc(32, 8)), now: () => new Date() }).make(
      claims,
    ),
    // The secret itself signs other data, so it must not sign access tokens.
    await jwt({}, right).sign(secret[0]),
    await jwt({ typ: 'JWT' }, right).sign(secret[0]),
    new UnsecuredJWT({ sid: claims.sessionId, sub: claims.userId, ...right })
      .setIssuedAt()
      .setExpirationTime('5m')
      .encode(),
    mailedToken(secret, 'activation', claims.userId),
    '',
    'a.b.c',
  ]
  for (const token of forged) expect(await tokens.verify(token)).toBeNull()
  const good = await tokens.make(claims)
  const [header, payload, signature] = good.split('.')
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), sub: 'x' }),
  ).toString('base64url')
  expect(await tokens.verify(`${header}.${other}.${signature}`)).toBeNull()
})

test('a mailed token is the same in every mail, and invalid for another purpose', () => {
  const id = randomUUID()
  const token = mailedToken(secret, 'activation', id)
  expect(mailedToken(secret, 'activation', id)).toBe(token)
  expect(readMailedToken(secret, 'activation', token)).toBe(id)
  expect(readMailedToken(secret, 'password-reset', token)).toBeNull()
  expect(readMailedToken(keyRing(Buffer.alloc(32, 8)), 'activation', token)).toBeNull()
  expect(readMailedToken(secret, 'activation', token.replace(id, randomUUID()))).toBeNull()
  for (const text of ['', id, `${id}.`, `${token}x`, `x${token}`])
    expect(readMailedToken(secret, 'activation', text)).toBeNull()
})

test('a temporary password meets the rules for passwords', () => {
  const password = temporaryPassword(secret, randomUUID())
  expect(password).toMatch(/^S7(-[0-9a-z]{4}){4}$/)
  expect(temporaryPassword(secret, randomUUID())).not.toBe(password)
})
