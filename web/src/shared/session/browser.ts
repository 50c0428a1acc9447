import { shortHash } from '../api/command-keys.ts'
import { knownServerTime } from '../api/server-time.ts'
import { randomId } from '../browser/random-id.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import {
  clearedCookies,
  cookiesOf,
  parseSessionCookie,
  type StoredSession,
  storedExpiry,
  type Transport,
} from './cookie.ts'

/** The session's access to the browser: cookies, storage shared by tabs, and one lock. */

const localNames = ['localhost', '127.0.0.1', '[::1]']
const isLocal = ({ hostname }: Location) =>
  localNames.includes(hostname) || hostname.endsWith('.localhost')
const transport = (): Transport => {
  if (location.protocol === 'https:') return 'tls'
  return isLocal(location) ? 'loopback' : 'plain'
}

const setAll = (cookies: string[]) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on many phones
  for (const cookie of cookies) document.cookie = cookie
}

export const readStoredSession = (): StoredSession | null =>
  parseSessionCookie(document.cookie, transport())

/** When the stored tokens expire, in the server's time; null if nobody was signed in. */
export const readStoredExpiry = (): number | null => storedExpiry(document.cookie, transport())

export const writeStoredSession = (session: StoredSession, now: number): void => {
  setAll(cookiesOf(session, now, transport()))
  // Safari does not accept Secure cookies from http://localhost, where people try Strand out.
  if (!readStoredSession() && location.protocol === 'http:')
    setAll(cookiesOf(session, now, 'plain'))
}

export const clearStoredSession = (): void => {
  setAll(clearedCookies(transport()))
  setAll(clearedCookies('plain'))
}

const activityKey = 'strand.activity'
let ownActivity = 0
let writtenActivity = 0

/**
 * Records that the user was active in this tab. The other tabs see this within a second. Times are
 * in the server's time, on which all tabs agree even if the computer's clock changes.
 */
export const recordActivity = (now = knownServerTime()): void => {
  if (now === null) return
  ownActivity = now
  if (now - writtenActivity < 1000) return
  writtenActivity = now
  // If the browser forbids storage, each tab knows only its own activity; the server still knows
  // that of all tabs.
  writeStored('local', activityKey, String(now))
}

/** The latest activity in any tab, in the server's time. */
export const lastActivity = (): number =>
  Math.max(ownActivity, Number(readStored('local', activityKey) ?? 0))

/** Runs `work` in only one tab at a time, because a refresh token works only once. */
export const withTabLock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (!('locks' in navigator)) return work()
  return (await navigator.locks.request('strand-session', work)) as Result
}

const exchangeStorage = 'strand.exchange'

/**
 * The idempotency key for exchanging a refresh token. It is the same in every tab and after a
 * reload, so that the server recognizes a client that repeats the exchange because the answer was
 * lost. Null if the browser forbids storage.
 */
export const exchangeKey = (refreshToken: string): string | null => {
  const exchanged = shortHash(refreshToken)
  try {
    const [known, key] = (localStorage.getItem(exchangeStorage) ?? '').split(' ')
    if (known === exchanged && key) return key
    const made = randomId()
    localStorage.setItem(exchangeStorage, `${exchanged} ${made}`)
    return made
  } catch {
    return null
  }
}

type TabMessage = { kind: 'signed-in' } | { kind: 'signed-out' }
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('strand-session')

export const broadcastToTabs = (message: TabMessage): void => channel?.postMessage(message)
export const onTabMessage = (hear: (message: TabMessage) => void): void =>
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => hear(event.data))
