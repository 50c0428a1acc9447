import { lagosZone } from '@strand/contracts/lagos-time'
import { type Parameter, raw, type Sql, sql } from '@strand/platform/postgres/sql'

/**
 * A page of a list that is too long to count or to scan; the last page costs about as much as the
 * first.
 *
 * A projection counts the rows of each day and, for some lists, of each month. Running sums of
 * these counts find the day on which a page begins. A bounded offset from the nearer end of that
 * day then finds the first row.
 */
export type DayPage = {
  /** The table of rows, with an index on the columns of `where`, followed by `time` and `id`. */
  rows: string
  /**
   * Columns of `rows`: the time when a row was created, and an id that orders rows of the same
   * time.
   */
  time: string
  id: string
  days: string
  /**
   * Like the table `days`, with a count per `month` (its first day), for a list without a period.
   */
  months?: string
  /** A condition on columns that all these tables have, such as a status. */
  where: Sql
  order: 'asc' | 'desc'
  maxRows: number
  /** The first and the last day of the period; null means no limit. */
  dateFrom: Parameter
  dateTo: Parameter
  /** The number of rows on the page, and the number of rows before the page. */
  limit: Parameter
  offset: Parameter
}

const zone = raw(`'${lagosZone}'`)
const midnight = (day: Sql) => sql`((${day})::timestamp at time zone ${zone})`

/** Whether a time is within these days of Africa/Lagos; a null day means no limit. */
export const withinDays = (time: string, dateFrom: Parameter, dateTo: Parameter): Sql =>
  sql`${raw(time)} >= coalesce(${midnight(sql`${dateFrom}::date`)}, '-infinity')
   and ${raw(time)} < coalesce(${midnight(sql`${dateTo}::date + 1`)}, 'infinity')`

/**
 * The days in which the page may begin, and the page's offset among those days' rows: here, the
 * whole period.
 */
const spanOfPeriod = ({ dateFrom, dateTo, offset }: DayPage) => sql`
    span as (
      select coalesce(${dateFrom}::date, '-infinity') as first,
        coalesce(${dateTo}::date + 1, 'infinity') as beyond, ${offset}::int8 as inside
    )`

/** Like `spanOfPeriod`, for a list without a period: finds the month in which the page begins. */
const spanOfMonth = ({ where, order, offset }: DayPage, months: string) => sql`
    running_month as (
      select month, count, (sum(count) over (order by month ${raw(order)}))::int8 as upto
      from ${raw(months)} where ${where} and count > 0
    ), span as (
      select month as first, (month + interval '1 month')::date as beyond,
        ${offset}::int8 - (upto - count) as inside
      from running_month where upto > ${offset}::int8 order by upto limit 1
    )`

/**
 * The statement's `with` list: `counted (total)`, and `page (<id>, rank)` in the list's order. The
 * page is cut from a constant number of rows, so Postgres's generic plan is as good as a plan for
 * the actual parameters.
 */
export const dayPage = (list: DayPage): Sql => {
  const { where, maxRows, dateFrom, dateTo, limit } = list
  const rows = raw(list.rows)
  const time = raw(list.time)
  const id = raw(list.id)
  const days = raw(list.days)
  const order = raw(list.order)
  const back = raw(list.order === 'desc' ? 'asc' : 'desc')
  const reaches = raw(list.order === 'desc' ? '<=' : '>=')
  const firstRow = (direction: Sql, step: string) => sql`
    select nearest.* from target, lateral (
      select ${time}, ${id} from ${rows}
      where ${where} and ${time} >= ${midnight(raw('target.day'))}
        and ${time} < ${midnight(raw('target.day + 1'))}
      order by ${time} ${direction}, ${id} ${direction} limit 1 offset ${raw(step)}
    ) nearest`
  return sql`
    ${list.months ? spanOfMonth(list, list.months) : spanOfPeriod(list)}, running as (
      select day, count, inside, (sum(count) over (order by day ${order}))::int8 as upto
      from span, ${days}
      where ${where} and count > 0 and day >= span.first and day < span.beyond
    ), counted as (
      select coalesce(max(upto), 0)::int8 as total
      from ${raw(list.months ? 'running_month' : 'running')}
    ), target as (
      select day, count, inside - (upto - count) as inside
      from running where upto > inside order by upto limit 1
    ), begin_row as (
      ${firstRow(order, 'target.inside')} where target.inside * 2 <= target.count
      union all
      ${firstRow(back, '(target.count - 1 - target.inside)')} where target.inside * 2 > target.count
    ), ranked as (
      select part.${id}, row_number() over (order by part.${time} ${order}, part.${id} ${order}) as rank
      from begin_row, lateral (
        select ${time}, ${id} from ${rows}
        where ${where} and (${time}, ${id}) ${reaches} (begin_row.${time}, begin_row.${id})
          and ${withinDays(list.time, dateFrom, dateTo)}
        order by ${time} ${order}, ${id} ${order} limit ${raw(maxRows)}
      ) part
    ), page as (
      select ${id}, rank from ranked where rank <= ${limit}
    )`
}
