import type { StatementPreview, StatementProgress } from '@strand/contracts/money/bank-statement'
import { Button } from '../../shared/buttons/button.tsx'
import { Progress } from '../../shared/feedback/progress.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import type { Chosen } from './import-calls.ts'

export const ReadingProgress = ({
  chosen,
  sent,
  onCancel,
}: {
  chosen: Chosen
  sent: number
  onCancel: () => void
}) => (
  <div className="form-card import-progress">
    <p className="import-file">{chosen.file.name}</p>
    {/* After the upload, the bar has no value, because nobody knows how long the reading takes. */}
    <Progress label="Reading the file" value={sent < 1 ? sent : undefined} />
    <p role="status">{sent < 1 ? 'Sending the file…' : 'Reading the file…'}</p>
    <Button onClick={onCancel}>Cancel</Button>
  </div>
)

/** The progress of an import, which continues if the user leaves the page. */
export const ImportProgress = ({
  chosen,
  preview,
  progress,
}: {
  chosen: Chosen
  preview: StatementPreview
  progress: StatementProgress | null
}) => {
  const rows = progress?.rows ?? preview.rows
  const done = progress?.done ?? 0
  return (
    <div className="form-card import-progress">
      <p className="import-file">{chosen.file.name}</p>
      <Progress label="Importing the statement" value={progress ? done : undefined} max={rows} />
      <p role="status" className="amount">
        {progress ? `${formatNumber(done)} of ${formatNumber(rows)} rows` : 'Importing…'}
      </p>
      <p className="field-help">The import continues if you leave this page.</p>
    </div>
  )
}
