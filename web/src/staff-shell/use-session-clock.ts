import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import { useEffect, useState } from 'react'
import { call } from '../shared/api/client.ts'
import { serverNow } from '../shared/api/server-time.ts'
import {
  lastActivity,
  readStoredExpiry,
  readStoredSession,
  recordActivity,
} from '../shared/session/browser.ts'
import { sessionStep } from '../shared/session/clock.ts'
import { keepSessionAlive, refreshedAt, signOut } from '../shared/session/session.ts'
import { watchForJumps } from './watch-for-jumps.ts'

/** Any call would do, because every answer contains the server's time. */
const askForTime = () => call(shopEndpoints.getShop, {})

const signsOfLife = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'pointermove'] as const
/** In milliseconds: the pause before a refresh without an answer is retried. */
const retryRefreshAfter = 30_000

/**
 * Keeps the session alive while the user is active, and ends it after 18 minutes without activity.
 * Returns the remaining seconds once the notice has to appear; before that, null.
 */
export const useSessionClock = (): number | null => {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)

  useEffect(() => {
    const alive = () => recordActivity()
    for (const sign of signsOfLife) window.addEventListener(sign, alive, { passive: true })
    return () => {
      for (const sign of signsOfLife) window.removeEventListener(sign, alive)
    }
  }, [])

  useEffect(() => {
    let askedAt = 0
    const hasJumped = watchForJumps()
    const look = () => {
      if (hasJumped()) return void askForTime().then(look, () => undefined)
      const now = serverNow()
      const step = sessionStep({
        now,
        lastActivity: lastActivity(),
        refreshedAt: refreshedAt(),
        expiresAt: readStoredExpiry(),
        hasTokens: readStoredSession() !== null,
      })
      setSecondsLeft(step.kind === 'warn' ? step.secondsLeft : null)
      if (step.kind === 'end') void signOut('inactive')
      if (step.kind === 'refresh' && now - askedAt > retryRefreshAfter) {
        askedAt = now
        void keepSessionAlive({ isActivity: false })
      }
    }
    look()
    const timer = setInterval(look, 1000)
    // Checks the time when the user returns, because no timers run while a computer sleeps, and its
    // clocks may stop.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  return secondsLeft
}
