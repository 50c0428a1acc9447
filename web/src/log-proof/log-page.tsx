import type { LogStatus } from '@strand/contracts/log-proof/log'
import { LoadFailed } from '../shared/feedback/load-failed.tsx'
import { Outline } from '../shared/feedback/outline.tsx'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import '../shared/list/list-view.css'
import { CheckKept } from './check-kept.tsx'
import { Days } from './days.tsx'
import { useLogStatus } from './log-calls.ts'
import { Newest } from './newest.tsx'
import { Verification } from './verification.tsx'
import './log.css'

/** `/dashboard/audit/log`: what the newest checkpoint covers, and ways to check it. */
export const LogPage = () => {
  usePageTitle('Proof of the log')
  const query = useLogStatus()
  return (
    <>
      <div className="page-head">
        <h1>Proof of the log</h1>
      </div>
      <p className="log-lead">
        Every event has a hash, and all hashes share one root, which the shop signs: a checkpoint.
        Keep one outside the shop. From then on, any change to those events can be proven.
      </p>
      {query.data ? (
        <Proof status={query.data} />
      ) : query.isError ? (
        <LoadFailed what="The proof of the log" query={query} />
      ) : (
        <div className="log-proof">
          <Outline what="proof" />
        </div>
      )}
    </>
  )
}

const Proof = ({ status }: { status: LogStatus }) =>
  status.newest ? (
    <div className="log-proof">
      <Newest status={status} newest={status.newest} />
      <Verification status={status} />
      <CheckKept />
      <Days days={status.days} />
    </div>
  ) : (
    <div className="list-empty">
      <h2>No checkpoint has been signed yet</h2>
      <p>The shop signs the first one within a second of its first event.</p>
    </div>
  )
