import { openReports, type ReportTools } from '@strand/contracts/reports/make/open-reports'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { openServedSnapshot } from '@strand/event-sourcing/processors/served-snapshot'
import { canonicalSha256 } from '@strand/log-proof/canonical-sha256'
import { openOrdinals } from '@strand/log-proof/ordinals'
import type { Now } from '@strand/platform/clock'

export type ShopReports = ReturnType<typeof shopReports>

export const shopReports = ({
  pool,
  eventStore,
  now,
}: {
  pool: Pool
  eventStore: EventStore
  now: Now
}) =>
  openReports({
    snapshot: openServedSnapshot(pool, 'reports'),
    headPosition: eventStore.headPosition,
    ...openOrdinals({ pool, eventStore }),
    sha256: canonicalSha256,
    now,
  } satisfies ReportTools)

type Refusal = { problem: { path: string; message: string } } | { unavailable: string }

/** Returns the report, or throws the refusal as `Rejected`: 400 with the field, or 503. */
export const madeOrRejected = <Made extends object>(made: Made | Refusal): Made => {
  if ('problem' in made && made.problem)
    throw new Rejected('invalid', made.problem.message, { details: [made.problem] })
  if ('unavailable' in made) throw new Rejected('unavailable', made.unavailable, { retryAfter: 5 })
  return made as Made
}
