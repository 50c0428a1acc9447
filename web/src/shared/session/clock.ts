import { sessionMinutes } from '@strand/contracts/accounts/session'

/** The session ends after 1,080,000 ms without activity. */
export const inactivityMs = sessionMinutes * 60_000
/** In milliseconds: how long before the end of the session the notice appears. */
export const noticeMs = 2 * 60_000
/**
 * In milliseconds: how long after a refresh the user's activity causes the next one. The server
 * counts the 18 minutes from the last refresh, so frequent refreshes keep it from ending the
 * session of a user who is active.
 */
export const refreshEveryMs = 4 * 60_000

type SessionTimes = {
  now: number
  lastActivity: number
  refreshedAt: number
  expiresAt: number | null
  hasTokens: boolean
}

type SessionStep =
  | { kind: 'rest' }
  | { kind: 'refresh' }
  | { kind: 'warn'; secondsLeft: number }
  | { kind: 'end' }

/** Decides what the timer of a signed-in tab does next. */
export const sessionStep = (times: SessionTimes): SessionStep => {
  const { now, lastActivity, refreshedAt, expiresAt, hasTokens } = times
  const idle = now - lastActivity
  if (idle >= inactivityMs) return { kind: 'end' }
  if (!hasTokens && (expiresAt === null || expiresAt <= now)) return { kind: 'end' }
  if (idle >= inactivityMs - noticeMs) {
    return { kind: 'warn', secondsLeft: Math.ceil((inactivityMs - idle) / 1000) }
  }
  if (lastActivity > refreshedAt && now - refreshedAt >= refreshEveryMs) return { kind: 'refresh' }
  return { kind: 'rest' }
}
