import type { OwnSession } from '@strand/contracts/accounts/second-factor'
import { sessionEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { ownSessionsKey, useOwnSessions } from './own-factors.ts'
import './profile.css'

const ended = {
  success: 'Ended',
  situation: 'account' as const,
  invalidates: { queryKey: ownSessionsKey },
}

export const SessionsSection = () => {
  const query = useOwnSessions()
  const { data } = query
  const one = useCommand({
    ...ended,
    send: (sessionid: string) => call(sessionEndpoints.endOwnSession, { params: { sessionid } }),
  })
  const others = useCommand({
    ...ended,
    send: () => call(sessionEndpoints.endOtherSessions, {}),
  })
  if (!data) return query.isError && <LoadFailed what="Where you are signed in" query={query} />
  const busy = one.busy || others.busy
  return (
    <section className="form-card profile-section" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul className="profile-list">
        {data.map((session) => (
          <li key={session.sessionid}>
            <SessionWords {...session} />
            {!session.current && (
              <Button
                size="small"
                disabled={busy}
                onClick={() => void one.attempt(session.sessionid)}
              >
                End<span className="for-screen-readers"> the session of {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.some(({ current }) => !current) && (
        <div className="form-buttons">
          <Button disabled={busy} onClick={() => void others.attempt(undefined)}>
            End all other sessions
          </Button>
        </div>
      )}
    </section>
  )
}

const SessionWords = ({ device, createdat, seenat, current }: OwnSession) => (
  <span>
    {device || 'Unknown browser'}
    <span className="muted profile-when">
      signed in <RelativeTime at={createdat} />
      {current ? (
        ', this browser'
      ) : (
        <>
          , last used <RelativeTime at={seenat} />
        </>
      )}
    </span>
  </span>
)
