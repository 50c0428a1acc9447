import { sessionMinutes } from '@strand/contracts/session'

/**
 * By the specification both tokens lie in one cookie that scripts can read, split by a marker, for
 * 0.0125 days. A second cookie says when they run out and outlives them, so that a tab can tell
 * "ran out" from "never signed in"; a third keeps the address that a refresh has to name.
 */
export const sessionCookieDays = sessionMinutes / (24 * 60)
const sessionSeconds = sessionMinutes * 60
const rememberedSeconds = 24 * 60 * 60

const tokens = 'strand_session'
const expiry = 'strand_session_expires'
const user = 'strand_session_user'
/** In neither a JWT nor base64url. */
const marker = '~'

export type StoredSession = {
  accessToken: string
  refreshToken: string
  userName: string
}

const cookie = (name: string, value: string, maxAge: number, secure: boolean) =>
  `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`

/** What to assign to `document.cookie`, one after the other. */
export const cookiesOf = (session: StoredSession, now: number, secure: boolean): string[] => [
  cookie(tokens, session.accessToken + marker + session.refreshToken, sessionSeconds, secure),
  cookie(expiry, String(now + sessionSeconds * 1000), rememberedSeconds, secure),
  cookie(user, encodeURIComponent(session.userName), rememberedSeconds, secure),
]

export const clearedCookies = (secure: boolean): string[] =>
  [tokens, expiry, user].map((name) => cookie(name, '', 0, secure))

const cookieValue = (cookies: string, name: string): string => {
  for (const part of cookies.split('; ')) {
    if (part.startsWith(`${name}=`)) return part.slice(name.length + 1)
  }
  return ''
}

/** Reads `document.cookie`; null when the cookie is missing, has run out or is broken. */
export const storedSession = (cookies: string): StoredSession | null => {
  const [accessToken, refreshToken, ...rest] = cookieValue(cookies, tokens).split(marker)
  if (!accessToken || !refreshToken || rest.length > 0) return null
  return { accessToken, refreshToken, userName: decoded(cookieValue(cookies, user)) }
}

/** Milliseconds since 1970 at which the tokens run out; null when nobody was signed in. */
export const storedExpiry = (cookies: string): number | null => {
  const written = Number(cookieValue(cookies, expiry))
  return Number.isFinite(written) && written > 0 ? written : null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
