import { sessionMinutes } from '@strand/contracts/users/session'

/**
 * By the specification, one cookie that scripts can read holds both tokens, separated by a marker,
 * for 0.0125 days. A second cookie holds their expiry time and outlives them, so that a tab can
 * tell "expired" from "never signed in"; a third holds the email address that a refresh must name.
 */
export const sessionCookieDays = sessionMinutes / (24 * 60)
const sessionSeconds = sessionMinutes * 60
const rememberedSeconds = 24 * 60 * 60

const tokens = 'strand_session'
const expiry = 'strand_session_expires'
const user = 'strand_session_user'
/** Occurs in neither a JWT nor base64url. */
const marker = '~'

export type StoredSession = {
  accessToken: string
  refreshToken: string
  userName: string
}

const cookie = (name: string, value: string, maxAge: number, secure: boolean) =>
  `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`

/** The values to assign to `document.cookie`, one after the other. Decision 050. */
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

/** Reads `document.cookie`; null when the cookie is missing, expired or malformed. */
export const parseSessionCookie = (cookies: string): StoredSession | null => {
  const [accessToken, refreshToken, ...rest] = cookieValue(cookies, tokens).split(marker)
  if (!accessToken || !refreshToken || rest.length > 0) return null
  return { accessToken, refreshToken, userName: decoded(cookieValue(cookies, user)) }
}

/** Milliseconds since 1970 at which the tokens expire; null when nobody was signed in. */
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
