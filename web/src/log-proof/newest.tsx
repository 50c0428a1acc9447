import type { LogCheckpoint, LogStatus } from '@strand/contracts/log-proof/log'
import { Button } from '../shared/buttons/button.tsx'
import { Second } from '../shared/format/dates.tsx'
import { Fact } from '../shared/format/fact.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import { DownloadIcon } from '../shared/style/more-icons.tsx'
import '../shared/order/order-facts.css'
import { saveText } from './log-calls.ts'

/**
 * The newest checkpoint, and how many events are also proved by evidence that is kept outside the
 * shop.
 */
export const Newest = ({ status, newest }: { status: LogStatus; newest: LogCheckpoint }) => (
  <section className="log-card" aria-labelledby="newest-checkpoint">
    <div className="page-head">
      <h2 id="newest-checkpoint">Newest checkpoint</h2>
      <div className="page-actions">
        <Button onClick={() => saveText(`checkpoint-${newest.day}.txt`, newest.note)}>
          <DownloadIcon />
          Checkpoint
        </Button>
        {status.key !== null && (
          <Button onClick={() => saveText('key.txt', `${status.key}\n`)}>
            <DownloadIcon />
            Key
          </Button>
        )}
      </div>
    </div>
    <dl className="facts log-facts">
      <Fact term="Events">{formatNumber(newest.size)}</Fact>
      <Fact term="Signed">
        <Second at={newest.signedAt} /> (<RelativeTime at={newest.signedAt} />)
      </Fact>
      <Fact term="Cosigned by">
        <Cosigned checkpoint={newest} />
      </Fact>
      <Fact term="Safe even from the shop">
        <Covered status={status} />
      </Fact>
      <Fact term="Root">
        <code>{newest.root}</code>
      </Fact>
      <Fact term="Log">
        <code>{status.origin}</code>
      </Fact>
      {status.macsSince !== null && (
        <Fact term="Written by the shop">
          Each event from number {formatNumber(status.macsSince)} on carries a mark that only the
          shop can make.
        </Fact>
      )}
    </dl>
  </section>
)

const Cosigned = ({ checkpoint: { cosignatures } }: { checkpoint: LogCheckpoint }) =>
  cosignatures.length === 0 ? (
    'Nobody yet'
  ) : (
    <ul className="log-cosigned">
      {cosignatures.map(({ name, at }) => (
        <li key={name}>
          {name}, <Second at={at} />
        </li>
      ))}
    </ul>
  )

const Covered = ({ status: { newestCosigned, witnesses } }: { status: LogStatus }) => {
  const [first] = newestCosigned?.cosignatures ?? []
  if (newestCosigned && first)
    return (
      <>
        The first {formatNumber(newestCosigned.size)} events, cosigned by {first.name} on{' '}
        <Second at={first.at} />
      </>
    )
  return witnesses.length === 0
    ? 'Only the events covered by a checkpoint that someone kept: the shop has no witness'
    : `Only the events covered by a checkpoint that someone kept: no checkpoint is cosigned yet by ${witnesses.join(', ')}`
}
