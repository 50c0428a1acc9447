import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings } from '../config.ts'
import { signInOptions, signInSettings, wholeProvider } from './sign-in-settings.ts'

const schema = z.object(signInSettings).superRefine(wholeProvider)
const read = (environment: Record<string, string>) =>
  signInOptions(readSettings(schema, environment))
const whole = {
  OIDC_ISSUER: 'https://id.example/realms/shop',
  OIDC_CLIENT_ID: 'strand',
  OIDC_CLIENT_SECRET: 'secret of the client',
}

test('without a provider, staff sign in with a password', () => {
  expect(read({})).toEqual({ secondFactor: 'optional' })
})

test('a provider’s settings have an address, a client and a name for the button', () => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = whole
  const oidc = { issuer, clientId, clientSecret }
  expect(read(whole).oidc).toEqual({ ...oidc, name: 'your company account' })
  expect(read({ ...whole, OIDC_NAME: 'Google' }).oidc).toEqual({ ...oidc, name: 'Google' })
})

test.each(Object.keys(whole))('a provider without its %s stops the start', (name) => {
  expect(() => read({ ...whole, [name]: '' })).toThrow(
    `Bad settings. ${name}: expected with the other OIDC settings.`,
  )
})

test.each([
  'http://127.0.0.1:9000',
  'http://localhost:9000',
  'http://[::1]:9000',
])('a provider on this machine needs no TLS: %s', (issuer) => {
  expect(read({ ...whole, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer)
})

test.each([
  'id.example',
  'http://id.example',
  'http://127.0.0.1.id.example',
  'https://id.example/?tenant=1',
  'https://id.example/#x',
  'https://me:secret@id.example',
  'ftp://id.example',
])('an address that cannot be trusted as a provider’s stops the start: %s', (issuer) => {
  expect(() => read({ ...whole, OIDC_ISSUER: issuer })).toThrow(
    'Bad settings. OIDC_ISSUER: expected the address of an OpenID provider, https:// without ? and #.',
  )
})
