import type { OidcOutcome } from '@strand/contracts/accounts/oidc'
import type { Now } from '@strand/platform/clock'
import * as oidc from 'openid-client'
import type { OidcSettings } from '../dependencies.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { Visit } from './visit.ts'

/**
 * How long the provider may take for each answer, in seconds. A sign-in needs up to four answers.
 */
const timeoutSeconds = 5
/** In milliseconds: how long the provider's metadata is cached. */
const keptMs = 3_600_000

type Failure = {
  ok: false
  outcome: Extract<OidcOutcome, 'cancelled' | 'away' | 'refused'>
  /** A code for the log, which reveals nothing about the person. */
  reason: string
}
type Answer<T> = { ok: true; value: T } | Failure

type Claimed = { email: string | null; isVerified: boolean }

/**
 * The OpenID Connect provider named in the settings. It is not contacted before someone signs in
 * with it.
 */
export type OidcProvider = {
  name: string
  /** The provider's address, to which the browser is sent. */
  addressFor: (visit: Visit) => Promise<Answer<URL>>
  /**
   * Identifies the returning person by an ID token, after checking its signature, issuer, audience,
   * time and nonce.
   *
   * @param search the query of the callback's address, unchanged
   */
  personOf: (visit: Visit, search: string) => Promise<Answer<Claimed>>
}

/** The authentication method that the provider's metadata names, or OpenID Connect's default. */
const authentication =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const byPost =
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post') &&
      !server.token_endpoint_auth_methods_supported.includes('client_secret_basic')
    return (byPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(
      server,
      ...rest,
    )
  }

const discover = async ({ issuer, clientId, clientSecret }: OidcSettings) => {
  const isPlain = issuer.startsWith('http:')
  const configuration = await oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    authentication(clientSecret),
    {
      timeout: timeoutSeconds,
      [oidc.customFetch]: boundedFetch,
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    },
  )
  // For some hosts, the library accepts an issuer that stands for many tenants. Each tenant could
  // then vouch for any address.
  if (new URL(configuration.serverMetadata().issuer).href !== new URL(issuer).href)
    throw new TypeError('the provider’s metadata names a different issuer')
  return configuration
}

/** @param callbackUrl the address that is registered with the provider */
export const openOidcProvider = (
  settings: OidcSettings,
  { callbackUrl, now }: { callbackUrl: string; now: Now },
): OidcProvider => {
  let known: { configuration: oidc.Configuration; at: number } | null = null
  let asked: Promise<oidc.Configuration> | null = null
  const ask = async () => {
    const configuration = await discover(settings)
    known = { configuration, at: now().getTime() }
    return configuration
  }
  const configured = (): Promise<oidc.Configuration> => {
    if (known && now().getTime() - known.at < keptMs) return Promise.resolve(known.configuration)
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }

  return {
    name: settings.name,
    addressFor: ({ state, nonce, codeVerifier }) =>
      answered(async () =>
        oidc.buildAuthorizationUrl(await configured(), {
          redirect_uri: callbackUrl,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }),
      ),
    personOf: ({ state, nonce, codeVerifier }, search) =>
      answered(async () => {
        const configuration = await configured()
        const tokens = await oidc.authorizationCodeGrant(
          configuration,
          new URL(`${callbackUrl}${search}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          },
        )
        return claimedIn(configuration, tokens)
      }),
  }
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Some providers give the person's email address only at their userinfo endpoint. */
const claimedIn = async (configuration: oidc.Configuration, tokens: Tokens): Promise<Claimed> => {
  const idToken = tokens.claims()
  if (!idToken) throw new TypeError('the provider gave no ID token')
  const isElsewhere =
    idToken.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const claims = isElsewhere
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
    : idToken
  return {
    email: typeof claims.email === 'string' ? claims.email : null,
    isVerified: claims.email_verified === true,
  }
}

const answered = async <T>(work: () => Promise<T>): Promise<Answer<T>> => {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return failureOf(error)
  }
}

/**
 * Error codes that count as an unreachable provider: it did not answer in time, or its answer is
 * unusable.
 */
const awayCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]
const awayErrors = ['temporarily_unavailable', 'server_error']

const failureOf = (error: unknown): Failure => {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    const { error: reason } = error
    if (reason === 'access_denied') return { ok: false, outcome: 'cancelled', reason }
    return { ok: false, outcome: awayErrors.includes(reason) ? 'away' : 'refused', reason }
  }
  const code = error instanceof oidc.ClientError ? error.code : undefined
  const isAway = error instanceof TypeError || awayCodes.includes(code ?? '')
  const reason = code ?? (error instanceof Error ? error.message : 'unknown')
  return { ok: false, outcome: isAway ? 'away' : 'refused', reason }
}
