import { type Login, Session } from '@strand/contracts/session'
import { useSyncExternalStore } from 'react'
import { call, fetchAnswer, registerTokenSource, timeouts } from '../api.ts'
import { isApiError } from '../api-error.ts'
import { claimDrafts } from '../draft.ts'
import {
  clearStored,
  noteActivity,
  oneTabAtATime,
  onTabMessage,
  readStored,
  tellTabs,
  writeStored,
} from './session-browser.ts'
import { inactivityMs } from './session-clock.ts'
import { storedExpiry } from './session-cookie.ts'

/**
 * The signed-in member of staff, as this tab knows them.
 *
 *   unchecked → (stored tokens refreshed, user name matches) → signed in
 *             → (no tokens, refused, or another user name)   → signed out
 *             → (no answer)                                  → signed out, tokens kept: `unreachable`
 *   signed in → (18 minutes idle, 401, log out here or in another tab) → signed out
 *
 * The tokens are read from their cookie at every call, never kept here: all tabs share the cookie,
 * so a refresh in one tab is a refresh in all.
 */
export type Admin = Omit<
  Session,
  'accessToken' | 'refreshToken' | 'isSuccessful' | 'message' | 'responseMessage'
>
export type EndReason = 'signed-out' | 'inactive' | 'refused' | 'unreachable'
export type SessionState = {
  admin: Admin | null
  isAuthenticated: boolean
  checkedAuth: boolean
  ended: EndReason | null
}

let state: SessionState = {
  admin: null,
  isAuthenticated: false,
  checkedAuth: false,
  ended: null,
}
const listeners = new Set<() => void>()
const become = (next: SessionState) => {
  state = next
  for (const listener of listeners) listener()
}

const keep = (answer: Session): Admin => {
  const { accessToken, refreshToken, isSuccessful, message, responseMessage, ...admin } = answer
  writeStored({ accessToken, refreshToken, userName: admin.userName }, Date.now())
  claimDrafts(admin.userName)
  become({ admin, isAuthenticated: true, checkedAuth: true, ended: null })
  return admin
}

const end = (ended: EndReason | null) => {
  if (ended !== 'unreachable') clearStored()
  become({ admin: null, isAuthenticated: false, checkedAuth: true, ended })
}

registerTokenSource({
  token: () => readStored()?.accessToken ?? null,
  refused: () => {
    // A call that was running during sign-out says nothing new.
    if (state.ended === 'inactive' || state.ended === 'signed-out') return
    if (state.isAuthenticated) tellTabs({ kind: 'signed-out' })
    end('refused')
  },
})

onTabMessage((message) => {
  if (message.kind === 'signed-out' && state.isAuthenticated) end('signed-out')
  if (message.kind === 'signed-in') void refresh()
})

/** Exchanges the stored tokens for new ones; ends the session when the server refuses. */
const refresh = (): Promise<void> =>
  oneTabAtATime(async () => {
    const stored = readStored()
    if (!stored) return end(state.isAuthenticated ? 'inactive' : state.ended)
    const { userName, refreshToken } = stored
    // A late answer must not sign in a user again who has signed out in the meantime.
    const isOver = () => readStored()?.refreshToken !== refreshToken
    try {
      const body = { email: userName, refreshToken }
      const answer = await call(Session, 'POST', '/refresh-token', body)
      if (isOver()) return
      if (answer.userName === userName) keep(answer)
      else end('refused')
    } catch (error) {
      if (isOver()) return
      if (isApiError(error) && error.status >= 400 && error.status < 500) end('refused')
      else if (!state.isAuthenticated) end('unreachable')
      // A signed-in tab without an answer goes on: its tokens are still valid, the clock retries.
    }
  })

let restoring: Promise<void> | null = null
/** Checks what an earlier page left in the cookies. Concurrent callers share one request. */
export const restoreSession = (): Promise<void> => {
  if (state.isAuthenticated) return Promise.resolve()
  noteActivity()
  restoring ??= refresh().finally(() => {
    restoring = null
  })
  return restoring
}

/** When this browser's tokens were issued, calculated from the cookie with their expiry time. */
export const refreshedAt = (): number => (storedExpiry(document.cookie) ?? 0) - inactivityMs

/**
 * Tells the server that a user is active: either right now (`isActivity`) or because of activity
 * noted before. A refresh by another tab a moment ago counts.
 */
export const keepSessionAlive = async ({ isActivity }: { isActivity: boolean }): Promise<void> => {
  if (isActivity) noteActivity()
  if (Date.now() - refreshedAt() > 5000) await refresh()
}

export const signIn = async (form: Login): Promise<Admin> => {
  const options = { anonymous: true, timeout: timeouts.login }
  const answer = await call(Session, 'POST', '/login', form, options)
  noteActivity()
  const admin = keep(answer)
  tellTabs({ kind: 'signed-in' })
  return admin
}

/** Signs out here and in every tab, even if the server does not answer within the 3 s timeout. */
export const signOut = async (reason: 'signed-out' | 'inactive' = 'signed-out'): Promise<void> => {
  const stored = readStored()
  if (stored) {
    const body = { refreshToken: stored.refreshToken }
    await fetchAnswer('POST', '/logout', body, { timeout: timeouts.logout }).catch(() => undefined)
  }
  tellTabs({ kind: 'signed-out' })
  end(reason)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state)

/** The signed-in user, for screens inside the guard. */
export const useAdmin = (): Admin => {
  const { admin } = useSession()
  if (!admin) throw new Error('This screen belongs inside the staff guard')
  return admin
}
