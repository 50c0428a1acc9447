import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import type { SecondFactorNeeded } from '@strand/contracts/accounts/second-factor'
import type { Login, Session } from '@strand/contracts/accounts/session'
import { isApiError } from '../api/api-error.ts'
import { callOnce } from '../api/call-once.ts'
import { call, fetchResponse, registerTokenSource, timeouts } from '../api/client.ts'
import { commandKeys } from '../api/command-keys.ts'
import { serverNow } from '../api/server-time.ts'
import { createStore, useStore } from '../browser/store.ts'
import { scopeDraftsToUser } from '../forms/form-draft.ts'
import {
  broadcastToTabs,
  clearStoredSession,
  exchangeKey,
  onTabMessage,
  readStoredExpiry,
  readStoredSession,
  recordActivity,
  withTabLock,
  writeStoredSession,
} from './browser.ts'
import { inactivityMs } from './clock.ts'

/**
 * The signed-in staff member, as this tab knows them.
 *
 *   unchecked → (stored tokens refreshed, user name matches) → signed in
 *             → (no tokens, refused, or another user name)   → signed out
 *             → (no answer)                                  → signed out, tokens kept: `unreachable`
 *   signed in → (18 minutes idle, 401, log out here or in another tab) → signed out
 *
 * The tokens are not kept here, but read from their cookie at every call. All tabs share the
 * cookie, so a refresh in one tab is a refresh in all.
 */
type Admin = Omit<
  Session,
  'accessToken' | 'refreshToken' | 'isSuccessful' | 'message' | 'responseMessage'
>
type EndReason = 'signed-out' | 'inactive' | 'refused' | 'unreachable'
type SessionState = {
  admin: Admin | null
  isAuthenticated: boolean
  isAuthChecked: boolean
  endReason: EndReason | null
}

const session = createStore<SessionState>({
  admin: null,
  isAuthenticated: false,
  isAuthChecked: false,
  endReason: null,
})

const startSession = (answer: Session): Admin => {
  const { accessToken, refreshToken, isSuccessful, message, responseMessage, ...admin } = answer
  writeStoredSession({ accessToken, refreshToken, userName: admin.userName }, serverNow())
  scopeDraftsToUser(admin.userName)
  session.set({ admin, isAuthenticated: true, isAuthChecked: true, endReason: null })
  return admin
}

const endHere = (endReason: EndReason | null) =>
  session.set({ admin: null, isAuthenticated: false, isAuthChecked: true, endReason })

const endSession = (endReason: EndReason | null) => {
  if (endReason !== 'unreachable') clearStoredSession()
  endHere(endReason)
}

registerTokenSource({
  commandKeys,
  accessToken: () => readStoredSession()?.accessToken ?? null,
  onUnauthorized: () => {
    const { isAuthenticated, endReason } = session.get()
    // Ignores a 401 that arrives after this tab's session has ended, because the cookies may belong
    // to a newer session.
    if (endReason !== null && endReason !== 'unreachable') return
    if (!isAuthenticated && !readStoredSession()) return
    endSession('refused')
    if (isAuthenticated) broadcastToTabs({ kind: 'signed-out' })
  },
})

onTabMessage((message) => {
  // Does not clear the cookies, because the tab that signed out has done so. A tab that slept gets
  // the message late, when the cookies may already belong to a new session. The reason is
  // `refused`, so that signing in returns to this tab's screen, because the user did not choose to
  // leave it.
  if (message.kind === 'signed-out' && session.get().isAuthenticated) endHere('refused')
  if (message.kind === 'signed-in') void refresh()
})

/** Exchanges the stored tokens for new ones. If the server refuses them, ends the session. */
const refresh = (): Promise<void> =>
  withTabLock(async () => {
    const stored = readStoredSession()
    if (!stored)
      return endSession(session.get().isAuthenticated ? 'inactive' : session.get().endReason)
    const { userName, refreshToken } = stored
    // Whether the answer comes too late: it must not sign in a user who has signed out in the
    // meantime.
    const isOver = () => readStoredSession()?.refreshToken !== refreshToken
    try {
      const body = { email: userName, refreshToken }
      const key = exchangeKey(refreshToken)
      const headers = key === null ? {} : { 'idempotency-key': key }
      const answer = await callOnce(accountEndpoints.refreshSession, { body, headers })
      if (isOver()) return
      // Opening the page counts as activity. It is recorded only now, because the server's time was
      // not known before.
      if (!session.get().isAuthenticated) recordActivity()
      if (answer.userName === userName) startSession(answer)
      else endSession('refused')
    } catch (error) {
      if (isOver()) return
      if (isApiError(error) && error.status >= 400 && error.status < 500) endSession('refused')
      else if (!session.get().isAuthenticated) endSession('unreachable')
      // If there is no answer, a tab that is signed in continues. Its tokens are still valid, and
      // the clock will retry.
    }
  })

let restoring: Promise<void> | null = null
/**
 * Signs the user in with the cookies from an earlier page, if they are still valid. Simultaneous
 * callers share one request.
 */
export const restoreSession = (): Promise<void> => {
  if (session.get().isAuthenticated) return Promise.resolve()
  restoring ??= refresh().finally(() => {
    restoring = null
  })
  return restoring
}

/** When the tokens were issued, calculated from the expiry cookie. */
export const refreshedAt = (): number => (readStoredExpiry() ?? 0) - inactivityMs

/**
 * Refreshes the session, unless any tab has done so within the last 5 s. `isActivity` also records
 * that the user is active now.
 */
export const keepSessionAlive = async ({ isActivity }: { isActivity: boolean }): Promise<void> => {
  if (isActivity) recordActivity()
  if (serverNow() - refreshedAt() > 5000) await refresh()
}

export const enterSession = (answer: Session): void => {
  recordActivity()
  startSession(answer)
  broadcastToTabs({ kind: 'signed-in' })
}

/** Starts the session, or returns the second factor that is still needed. */
export const enterOrStep = (
  answer: Session | SecondFactorNeeded,
): SecondFactorNeeded['secondFactor'] | null => {
  if ('secondFactor' in answer) return answer.secondFactor
  enterSession(answer)
  return null
}

/** Signs in with a password. Returns the second factor that is still needed; null if none is. */
export const signIn = async (form: Login) =>
  enterOrStep(await call(accountEndpoints.login, { body: form, timeout: timeouts.login }))

/** Signs out in every tab, even if the server does not answer within 3 s. */
export const signOut = async (reason: 'signed-out' | 'inactive' = 'signed-out'): Promise<void> => {
  const stored = readStoredSession()
  if (stored) {
    const body = { refreshToken: stored.refreshToken }
    const { logout } = accountEndpoints
    await fetchResponse(logout, { body, timeout: timeouts.logout }).catch(() => undefined)
  }
  endSession(reason)
  broadcastToTabs({ kind: 'signed-out' })
}

export const isSignedIn = (): boolean => session.get().isAuthenticated

export const useSession = (): SessionState => useStore(session)

/** The signed-in user, for screens inside `StaffGuard`. */
export const useAdmin = (): Admin => {
  const { admin } = useSession()
  if (!admin) throw new Error('This screen belongs inside the staff guard')
  return admin
}
