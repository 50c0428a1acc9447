import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { onTestFinished } from 'vitest'
import type { OidcSettings } from '../accounts/dependencies.ts'

/**
 * An OpenID Connect provider on this machine, which signs everyone in. Tests set its `claims`, and
 * change its answers through the events of `service`.
 *
 * @param whenOver receives the function that stops the provider; by default, the provider stops
 *   when the test ends
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
  // Only the ID token has a nonce; the access token is signed, too.
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
    /** Sets claims of the next ID token, which override the provider's own. */
    say: (changes: Record<string, unknown>) => Object.assign(said, changes),
    /** Acts as a browser at the provider; returns the address of the redirect back. */
    visit: async (address: string): Promise<URL> => {
      const answer = await fetch(address, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '')
    },
    stop,
    start: () => server.start(port, 'localhost'),
  }
}
