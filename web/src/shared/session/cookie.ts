import { sessionMinutes } from '@strand/contracts/accounts/session'

/**
 * The specification requires one cookie, readable by scripts, that holds both tokens, separated by
 * a marker, for 0.0125 days (18 minutes). A second cookie holds the time at which they expire. It
 * outlives them, so that a tab can tell "expired" from "never signed in". A third cookie holds the
 * email address, which a refresh needs.
 */
const sessionSeconds = sessionMinutes * 60
const rememberedSeconds = 24 * 60 * 60

/**
 * How the page was delivered. This decides which cookies are possible. `loopback` means that the
 * server is on the browser's own computer, which counts as secure even without TLS.
 */
export type Transport = 'tls' | 'loopback' | 'plain'

/**
 * The cookies' names. Browsers accept the prefix `__Host-` only from the shop's own host over TLS,
 * so nobody else can plant the cookie of another session.
 */
const named = (transport: Transport) => {
  const prefix = transport === 'tls' ? '__Host-' : ''
  return {
    tokens: `${prefix}strand_session`,
    expiry: `${prefix}strand_session_expires`,
    user: `${prefix}strand_session_user`,
  }
}
/** A character that occurs neither in JWTs nor in base64url. */
const marker = '~'

export type StoredSession = {
  accessToken: string
  refreshToken: string
  userName: string
}

const cookie = (name: string, value: string, maxAge: number, transport: Transport) =>
  `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Strict${transport === 'plain' ? '' : '; Secure'}`

/** The texts to assign to `document.cookie`, one after the other. */
export const cookiesOf = (
  { accessToken, refreshToken, userName }: StoredSession,
  now: number,
  transport: Transport,
): string[] => {
  const { tokens, expiry, user } = named(transport)
  return [
    cookie(tokens, accessToken + marker + refreshToken, sessionSeconds, transport),
    cookie(expiry, String(now + sessionSeconds * 1000), rememberedSeconds, transport),
    cookie(user, encodeURIComponent(userName), rememberedSeconds, transport),
  ]
}

export const clearedCookies = (transport: Transport): string[] =>
  Object.values(named(transport)).map((name) => cookie(name, '', 0, transport))

const cookieValue = (cookies: string, name: string): string => {
  for (const part of cookies.split('; ')) {
    if (part.startsWith(`${name}=`)) return part.slice(name.length + 1)
  }
  return ''
}

/**
 * Reads the session from `document.cookie`. Returns null if its cookie is missing, expired or
 * malformed.
 */
export const parseSessionCookie = (cookies: string, transport: Transport): StoredSession | null => {
  const { tokens, user } = named(transport)
  const [accessToken, refreshToken, ...rest] = cookieValue(cookies, tokens).split(marker)
  if (!accessToken || !refreshToken || rest.length > 0) return null
  return { accessToken, refreshToken, userName: decoded(cookieValue(cookies, user)) }
}

/** When the tokens expire, in milliseconds since 1970; null if nobody was signed in. */
export const storedExpiry = (cookies: string, transport: Transport): number | null => {
  const written = Number(cookieValue(cookies, named(transport).expiry))
  return Number.isFinite(written) && written > 0 ? written : null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
