import { maximumPageSize } from '@strand/contracts/list'
import type { UserLogQuery } from '@strand/contracts/users/log'
import type { UserLog } from '@strand/contracts/users/user'
import type { Pool } from '@strand/platform/postgres/pool'
import { parameter, raw, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import { type DayPage, dayPage, withinDays } from '../day-page.ts'
import { likePattern, orderByClause } from '../page.ts'

/** The matches of a filter are counted up to this number, so `total` then never exceeds it. */
const maximumCounted = 10_000

type Row = Omit<UserLog, 'createdat'> & { createdat: Date | null; total: number }

/**
 * The words with the name of the person they are about; like every name there, it has no quotation
 * marks of its own. In words about nobody, `{user}` is what somebody called a product.
 */
const wordsExpression = (activity: string, unknown: string) => `
  case when ${activity}.subject_id is null then ${activity}.words
    else replace(${activity}.words, '{user}', replace(
      coalesce(trim(subject.first_name || ' ' || subject.last_name), ${unknown}), '"', '″')) end`

/** The columns that a page shows; people appear under their current names. */
const columns = sql`
  select counted.total, activity.at as createdat,
    coalesce(trim(actor.first_name || ' ' || actor.last_name), '') as fullname,
    coalesce(actor.email, '') as email,
    ${raw(wordsExpression('activity', "'who is not known'"))} as process
  from counted
  left join page on true
  left join read.activity activity on activity.position = page.position
  left join read.staff actor on actor.user_id::text = activity.user_id
  left join read.staff subject on subject.user_id::text = activity.subject_id
  order by page.rank`

export const activityPage = async (pool: Pool, query: UserLogQuery) => {
  const { fullname, email, userid, process, action, page, results } = query
  const order = orderByClause(
    query,
    { createdat: 'at' },
    { field: 'createdat', order: 'desc' },
    'position',
  )
  const filtered = [fullname, email, userid, process, action].some((text) => text !== '')
  const cut = {
    dateFrom: parameter(query.dateFrom ?? null),
    dateTo: parameter(query.dateTo ?? null),
    limit: parameter(results),
    offset: parameter((page - 1) * results),
  }
  const statement = filtered
    ? matching(query, order, cut)
    : sql`with ${dayPage({
        rows: 'read.activity',
        time: 'at',
        id: 'position',
        days: 'read.activity_day',
        where: sql`true`,
        order: order.includes(' asc') ? 'asc' : 'desc',
        maximumRows: maximumPageSize,
        ...cut,
      })} ${columns}`
  const { rows } = await pool.query<Row>(statementOf(statement))
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ createdat, fullname, email, process }): UserLog[] =>
      createdat ? [{ createdat: createdat.toISOString(), fullname, email, process }] : [],
    ),
  }
}

type Cut = Pick<DayPage, 'dateFrom' | 'dateTo' | 'limit' | 'offset'>

const matching = (
  { fullname, email, userid, process, action }: UserLogQuery,
  order: string,
  { dateFrom, dateTo, limit, offset }: Cut,
): Sql => {
  const user = parameter(userid)
  const done = parameter(action)
  // Matches with or without the quotation marks around names.
  const words = parameter(likePattern(process.replaceAll('"', '')))
  const matchingRows = sql`
    from read.activity activity
    left join read.staff subject on subject.user_id::text = subject_id
    where ${withinDays('at', dateFrom, dateTo)}
      and activity.user_id = any(array(
        select user_id::text from read.staff
        where first_name || ' ' || last_name ilike ${parameter(likePattern(fullname))}
          and email ilike ${parameter(likePattern(email))}
          and (${user} = '' or user_id::text = lower(${user}))))
      and replace(${raw(wordsExpression('activity', "''"))}, '"', '') ilike ${words}
      and (${done} = '' or action = ${done})`
  const sorting = raw(order)
  return sql`
    with counted as (
      select count(*) as total
      from (select ${matchingRows} limit ${raw(maximumCounted)}) counted_rows
    ), page as (
      select position, row_number() over (order by ${sorting}) as rank
      from (
        select at, position ${matchingRows} order by ${sorting} limit ${limit} offset ${offset}
      ) part
    ) ${columns}`
}
