import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { onTestFinished } from 'vitest'
import type { OidcSettings } from '../accounts/dependencies.ts'

/**
 * An OpenID Connect provider on this machine, which signs everyone in. Tests decide with `claims`
 * what it says about them, and tamper with its answers through `service`'s events.
 * @param whenOver receives the function that stops it; by default, it stops at the end of the test
 */
export const startOidcProvider = async (
  claims: Record<string, unknown>,
  whenOver: (stop: () => Promise<void>) => void = onTestFinished,
) => {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, 'localhost')
  const { service, issuer } = server
  const said = { ...claims }
  // The access token is signed too; only the ID token has a nonce.
  service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    if (payload.nonce !== undefined) Object.assign(payload, said)
  })
  const stop = async () => {
    if (server.listening) await server.stop()
  }
  whenOver(stop)
  const { port } = server.address()
  const settings: OidcSettings = {
    issuer: issuer.url ?? '',
    clientId: 'strand',
    clientSecret: 'a secret, 100% & more',
    name: 'Example',
  }
  return {
    settings,
    service,
    issuer,
    /** Sets what the next ID token says, overriding the provider's own claims. */
    say: (changes: Record<string, unknown>) => Object.assign(said, changes),
    /** Does what a browser does at the provider; returns the address to which it is sent back. */
    visit: async (address: string): Promise<URL> => {
      const answer = await fetch(address, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '')
    },
    stop,
    start: () => server.start(port, 'localhost'),
  }
}
