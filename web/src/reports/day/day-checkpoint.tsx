import type { DayClose } from '@strand/contracts/reports/overview'
import { Day, Time } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'

export const DayCheckpoint = ({ checkpoint, date }: Pick<DayClose, 'checkpoint' | 'date'>) => (
  <section className="day-checkpoint" aria-labelledby="day-checkpoint">
    <h3 id="day-checkpoint">Checkpoint of the log</h3>
    {checkpoint === null ? (
      <p>The log has no checkpoint for this day or an earlier one.</p>
    ) : (
      <dl>
        <div>
          <dt>Day</dt>
          <dd>
            <Day on={checkpoint.day} />
            {checkpoint.day !== date && ', the last day before with events'}
          </dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>{formatNumber(checkpoint.size)}</dd>
        </div>
        <div>
          <dt>Signed</dt>
          <dd>
            <Time at={checkpoint.signedAt} />
          </dd>
        </div>
        <div>
          <dt>Cosigned by</dt>
          <dd>{checkpoint.signers.slice(1).join(', ') || 'not cosigned'}</dd>
        </div>
        <div className="day-root">
          <dt>Root</dt>
          <dd>
            <code>{checkpoint.root}</code>
          </dd>
        </div>
      </dl>
    )}
  </section>
)
