import type { LogStatus, LogVerification } from '@strand/contracts/log-proof/log'
import { Button } from '../shared/buttons/button.tsx'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { Progress } from '../shared/feedback/progress.tsx'
import { Second } from '../shared/format/dates.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { useVerifyNow } from './log-calls.ts'
import { outcomeInWords } from './outcome-words.ts'

/** The time and result of the last verification, and a button that starts a new one. */
export const Verification = ({
  status: { lastVerification, verification },
}: {
  status: LogStatus
}) => {
  const { attempt, busy } = useVerifyNow()
  return (
    <section className="log-card" aria-labelledby="verification">
      <div className="page-head">
        <h2 id="verification">Verification</h2>
        <div className="page-actions">
          <Button
            variant="primary"
            busy={busy}
            disabled={busy || verification !== null}
            onClick={() => attempt(undefined)}
          >
            Verify now
          </Button>
        </div>
      </div>
      {verification && <VerifyingNow verification={verification} />}
      {lastVerification ? (
        <Outcome verification={lastVerification} />
      ) : (
        !verification && <p>Nobody has verified the log yet.</p>
      )}
      <p className="field-help">
        Each stored event is hashed again and compared with what was signed, day by day. The shop
        keeps working in the meantime.
      </p>
    </section>
  )
}

const VerifyingNow = ({
  verification: { state, done, ofAbout, by },
}: {
  verification: LogVerification
}) => {
  const isKnown = state === 'running' && ofAbout > 0
  return (
    <div className="log-progress">
      <Progress label="Verifying the log" value={isKnown ? done : undefined} max={ofAbout} />
      <p role="status">
        {isKnown
          ? `${formatNumber(Math.min(done, ofAbout))} of about ${formatNumber(ofAbout)} events, requested by ${by}`
          : `Waiting to start, requested by ${by}`}
      </p>
    </div>
  )
}

const titles = {
  whole: 'The log is intact',
  wrong: 'The log differs from what was signed',
  failed: 'The verification didn’t finish',
} as const

const Outcome = ({ verification }: { verification: LogVerification }) => {
  const { state, by, endedAt, outcome } = verification
  if (state === 'waiting' || state === 'running') return null
  return (
    <NoticeBox
      kind={state === 'whole' ? 'success' : state === 'wrong' ? 'failure' : 'info'}
      title={titles[state]}
      text={outcomeInWords(outcome)}
    >
      <p>
        Requested by {by}
        {endedAt !== null && (
          <>
            ; ended on <Second at={endedAt} />
          </>
        )}
      </p>
    </NoticeBox>
  )
}
