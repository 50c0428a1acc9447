import { dayInWords } from '@strand/contracts/day-words'
import { checkpointsPerPage, type LogCheckpoint } from '@strand/contracts/log-proof/log'
import { useState } from 'react'
import { Button } from '../shared/buttons/button.tsx'
import { LoadFailed } from '../shared/feedback/load-failed.tsx'
import { Outline } from '../shared/feedback/outline.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { saveText, useEarlierDays } from './log-calls.ts'

export const Days = ({ days }: { days: LogCheckpoint[] }) => {
  const [befores, setBefores] = useState<string[]>([])
  const earlier = useEarlierDays(befores)
  const all = [...days, ...earlier.flatMap(({ data = [] }) => data)]
  const last = all.at(-1)?.day
  const newestPage = earlier.at(-1)
  const lastPage = newestPage ? newestPage.data : days
  return (
    <section className="log-card" aria-labelledby="days">
      <h2 id="days">Checkpoints by day</h2>
      <ul className="log-days">
        {all.map((checkpoint) => (
          <Day key={checkpoint.day} checkpoint={checkpoint} />
        ))}
      </ul>
      {newestPage?.isError && <LoadFailed what="The earlier days" query={newestPage} />}
      {newestPage?.isPending && <Outline what="earlier days" rows={4} />}
      {last !== undefined && lastPage && lastPage.length >= checkpointsPerPage && (
        <Button onClick={() => setBefores([...befores, last])}>Show earlier days</Button>
      )}
    </section>
  )
}

const Day = ({ checkpoint: { day, size, note, cosignatures } }: { checkpoint: LogCheckpoint }) => (
  <li>
    <span className="log-day">
      <strong className="whole">{dayInWords(day)}</strong>
      <span>{formatNumber(size)} events</span>
      {cosignatures.length > 0 && (
        <span className="second-line">
          cosigned by {cosignatures.map(({ name }) => name).join(', ')}
        </span>
      )}
    </span>
    <Button
      size="small"
      aria-label={`Download the checkpoint of ${dayInWords(day)}`}
      onClick={() => saveText(`checkpoint-${day}.txt`, note)}
    >
      Download
    </Button>
  </li>
)
