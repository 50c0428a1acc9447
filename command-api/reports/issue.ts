import type { ReportName } from '@strand/contracts/reports/definition'
import { type IssuedReport, reportEvents, reportStream } from '@strand/contracts/reports/issued'
import { openReports } from '@strand/contracts/reports/make/open-reports'
import type { ReportQuery } from '@strand/contracts/reports/report'
import { eventsOfCommand, uuidFrom } from '@strand/event-sourcing/commands/event-id'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { openServedSnapshot } from '@strand/event-sourcing/processors/served-snapshot'
import { canonicalSha256 } from '@strand/log-proof/canonical-sha256'
import { openOrdinals } from '@strand/log-proof/ordinals'
import type { Now } from '@strand/platform/clock'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'

type Options = { pool: Pool; eventStore: EventStore; now: Now }

type Issued = {
  position: Position
  report: Pick<IssuedReport, 'reportId' | 'index' | 'sha256'>
}

/**
 * Issues reports: makes a report from the read models, stores its rows, and appends its hash. The
 * report is made here, so that nothing from query-api has to be trusted. A command repeated under
 * its key finds the report that it issued.
 */
export const openIssuing = ({ pool, eventStore, now }: Options) => {
  const reports = openReports({
    snapshot: openServedSnapshot(pool, 'reports'),
    headPosition: eventStore.headPosition,
    ...openOrdinals({ pool, eventStore }),
    sha256: canonicalSha256,
    now,
  })

  const issuedBefore = async (reportId: string, origin: Origin): Promise<Issued | null> => {
    const stream = await eventStore.readStream(reportStream(reportId))
    const recorded = eventsOfCommand(stream, origin.commandId)[0]
    if (!recorded) return null
    const { data } = reportEvents.decode(recorded).event
    return { position: recorded.position, report: data }
  }

  return async (name: ReportName, asked: ReportQuery, origin: Origin): Promise<Issued> => {
    const reportId = uuidFrom(origin.commandId, 'report')
    const repeated = await issuedBefore(reportId, origin)
    if (repeated) return repeated
    const made = await reports.report(name, asked)
    if ('problem' in made)
      throw new Rejected('invalid', made.problem.message, { details: [made.problem] })
    if ('unavailable' in made)
      throw new Rejected('unavailable', made.unavailable, { retryAfter: 5 })
    const { definition, from, to, by, asOf, index, sha256, rows } = made
    if (index === null) throw conflict('There was nothing to report on by then')
    const data = {
      reportId,
      name,
      version: definition.version,
      parameters: { from, to, by, asOf },
      index,
      sha256,
    }
    return transaction(pool, async (connection) => {
      await connection.query(
        'insert into issued_report (report_id, rows) values ($1, $2) on conflict do nothing',
        [reportId, JSON.stringify(rows)],
      )
      const event = withMetadata(reportEvents, origin)({ type: 'ReportIssued', data })
      const appended = await eventStore.append(reportStream(reportId), [event], 'no-stream')
      if (!appended.ok) throw conflict('The report was not issued, please try again')
      return { position: appended.position, report: data }
    })
  }
}
