import { addDays } from '../../days.ts'
import { lagosDay } from '../../lagos-time.ts'
import { type ReportName, reportDefinitions } from '../definition.ts'
import { isIndex, type Report, type ReportQuery } from '../report.ts'
import { readCut } from './cut.ts'
import type { Query } from './groups.ts'
import { makeReport } from './make-report.ts'
import type { Asked, Problem } from './rows.ts'

/** What a service must provide, because `contracts/` cannot reach Postgres or the log. */
export type ReportTools = {
  /**
   * Runs `work` on one snapshot of the read model, with the position that the read model has
   * reached.
   */
  snapshot: <T>(
    work: (
      query: Query,
      served: { position: bigint; seenAt: Date | null; parked: number },
    ) => Promise<T>,
  ) => Promise<T>
  headPosition: () => Promise<bigint>
  indexOf: (position: bigint) => Promise<number>
  positionOf: (index: number) => Promise<bigint | null>
  /** The hash of the rows' canonical JSON, in hexadecimal. */
  sha256: (rows: Record<string, string | number | null>[]) => string
  now: () => Date
}

/** There is no answer now, but the same call may succeed later. */
export type Unavailable = { unavailable: string }

/** Makes one report. All the reports in one answer are for the same place in the log. */
export type MakeOne = <Name extends ReportName>(
  name: Name,
  asked: Omit<Asked, 'cut'>,
) => Promise<Awaited<ReturnType<typeof makeReport<Name>>>>

/** A place in the log, and how the caller named it. */
type AsAt = { asOf: string | number; day: string } | { asOf: number; position: bigint }

/** The number of days that a report covers if the caller gives no `from`. */
const usualDays = 30
const timeReports: ReportName[] = ['sales', 'pipeline', 'money']
const always = '9999-12-31'

const parked =
  'An event couldn’t be read yet, so the numbers would be wrong: please try again later'
const behind = 'The reports are being brought up to date, please try again'

export const openReports = (tools: ReportTools) => {
  const today = () => lagosDay(tools.now().toISOString())

  const placeOf = async (asOf: string | undefined): Promise<AsAt | Problem> => {
    const now = today()
    const wrong = (message: string) => ({ problem: { path: 'asOf', message } })
    if (asOf === undefined || asOf === now) return { asOf: now, day: always }
    if (!isIndex(asOf))
      return asOf > now ? wrong('asOf must not be after today') : { asOf, day: asOf }
    const position = await tools.positionOf(Number(asOf))
    if (position === null) return wrong('The log has no event with this index yet')
    return { asOf: Number(asOf), position }
  }

  /** Whether the read model has every event that a report for `place` counts. */
  const isComplete = async (
    place: AsAt,
    served: { position: bigint; seenAt: Date | null },
  ): Promise<boolean> => {
    if ('position' in place) return served.position >= place.position
    if (place.day === always) return true
    if (served.seenAt && lagosDay(served.seenAt.toISOString()) > place.day) return true
    return served.position >= (await tools.headPosition())
  }

  /**
   * Makes reports for one place in the log, in one snapshot.
   *
   * @returns the result of `work` with the place; or the reason why there is no result
   */
  const asAt = async <Result extends object>(
    asOf: string | undefined,
    work: (make: MakeOne, today: string) => Promise<Result | Problem>,
  ): Promise<
    { asOf: string | number; index: number | null; result: Result } | Problem | Unavailable
  > => {
    const place = await placeOf(asOf)
    if ('problem' in place) return place
    type Read = { cut: string | null; result: Result | Problem } | Unavailable
    const read = await tools.snapshot(async (query, served): Promise<Read> => {
      if (served.parked > 0) return { unavailable: parked }
      if (!(await isComplete(place, served))) return { unavailable: behind }
      const cut = await readCut(query, place)
      const result = await work(
        (name, asked) => makeReport(query, name, { ...asked, cut }),
        today(),
      )
      return { cut, result }
    })
    if ('unavailable' in read) return read
    const { cut, result } = read
    if ('problem' in result) return result
    const index = cut === null ? null : await tools.indexOf(BigInt(cut))
    return { asOf: place.asOf, index, result }
  }

  const report = async <Name extends ReportName>(
    name: Name,
    query: ReportQuery,
  ): Promise<Report<Name> | Problem | Unavailable> => {
    const to = query.to ?? today()
    const from = query.from ?? addDays(to, 1 - usualDays)
    const by = query.by ?? (timeReports.includes(name) ? 'day' : null)
    if (from > to) return { problem: { path: 'from', message: 'from must not be after to' } }
    const made = await asAt(query.asOf, (make) => make(name, { from, to, by }))
    if ('problem' in made || 'unavailable' in made) return made
    const { rows, totals } = made.result
    return {
      definition: reportDefinitions[name],
      from,
      to,
      by,
      asOf: made.asOf,
      index: made.index,
      sha256: tools.sha256(rows),
      rows,
      totals,
    } as unknown as Report<Name>
  }

  return { asAt, report }
}
