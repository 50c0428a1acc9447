import { useId } from 'react'
import { Button } from '../shared/buttons/button.tsx'
import { Modal } from '../shared/dialogs/modal.tsx'
import { keepSessionAlive, signOut } from '../shared/session/session.ts'
import { useSessionClock } from './use-session-clock.ts'

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Lets the user stay, two minutes before the session would end; so does activity in any tab. */
export const SessionNotice = () => {
  const secondsLeft = useSessionClock()
  const id = useId()
  if (secondsLeft === null) return null
  const stay = () => void keepSessionAlive({ isActivity: true })
  return (
    <Modal alert title="Are you still there?" onClose={stay}>
      <div className="form">
        <p id={id}>
          There was no activity for a while. You will be signed out in two minutes, to keep the
          orders safe.
        </p>
        <p className="session-notice-clock" aria-hidden="true">
          {clock(secondsLeft)}
        </p>
        <div className="form-buttons">
          <Button onClick={() => void signOut()}>Log out</Button>
          <Button variant="primary" data-first-focus aria-describedby={id} onClick={stay}>
            Stay signed in
          </Button>
        </div>
      </div>
    </Modal>
  )
}
