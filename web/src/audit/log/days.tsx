import type { LogCheckpoint } from '@strand/contracts/audit/log'
import { checkpointsPerPage } from '@strand/contracts/audit/log'
import { Button } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { formatDay } from '../../shared/format/time.ts'
import { saveText, useEarlierDays } from './log-calls.ts'

/** The last checkpoint of each day, newest first: one to download for each. */
export const Days = ({ days }: { days: LogCheckpoint[] }) => {
  const earlier = useEarlierDays(days.at(-1)?.day)
  const pages = earlier.data?.pages ?? []
  const all = [...days, ...pages.flat()]
  const lastPage = pages.at(-1) ?? days
  const load = () => (pages.length === 0 ? earlier.refetch() : earlier.fetchNextPage())
  return (
    <section className="log-card" aria-labelledby="days">
      <h2 id="days">Checkpoints by day</h2>
      <ul className="log-days">
        {all.map((checkpoint) => (
          <Day key={checkpoint.day} checkpoint={checkpoint} />
        ))}
      </ul>
      {earlier.isError && <LoadFailed what="The earlier days" query={earlier} />}
      {lastPage.length >= checkpointsPerPage && (
        <Button busy={earlier.isFetching} disabled={earlier.isFetching} onClick={() => void load()}>
          Show earlier days
        </Button>
      )}
    </section>
  )
}

const Day = ({ checkpoint: { day, size, note, cosignatures } }: { checkpoint: LogCheckpoint }) => (
  <li>
    <span className="log-day">
      <strong>{formatDay(day)}</strong>
      <span>{formatNumber(size)} events</span>
      {cosignatures.length > 0 && (
        <span className="second-line">
          cosigned by {cosignatures.map(({ name }) => name).join(', ')}
        </span>
      )}
    </span>
    <Button
      size="small"
      aria-label={`Download the checkpoint of ${formatDay(day)}`}
      onClick={() => saveText(`checkpoint-${day}.txt`, note)}
    >
      Download
    </Button>
  </li>
)
