import { maximumPageSize } from '@strand/contracts/list'
import type { UserLogQuery } from '@strand/contracts/users/log'
import type { UserLog } from '@strand/contracts/users/user'
import type { Pool } from '@strand/platform/postgres/pool'
import { dayPage, withinDays } from '../day-page.ts'
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
const columns = (source: string) => `
  select counted.total, activity.at as createdat,
    coalesce(trim(actor.first_name || ' ' || actor.last_name), '') as fullname,
    coalesce(actor.email, '') as email,
    ${wordsExpression('activity', "'who is not known'")} as process
  from counted
  left join (${source}) page on true
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
  const period = [query.dateFrom ?? null, query.dateTo ?? null]
  const limits = [results, (page - 1) * results]
  const { rows } = filtered
    ? await pool.query<Row>(matching(order), [
        ...period,
        ...limits,
        likePattern(fullname),
        likePattern(email),
        userid,
        // Matches with or without the quotation marks around names.
        likePattern(process.replaceAll('"', '')),
        action,
      ])
    : await pool.query<Row>(
        `with ${dayPage({
          rows: 'read.activity',
          time: 'at',
          id: 'position',
          days: 'read.activity_day',
          where: 'true',
          order: order.includes(' asc') ? 'asc' : 'desc',
          dateFrom: '$1',
          dateTo: '$2',
          maximumRows: maximumPageSize,
          limit: '$3',
          offset: '$4',
        })} ${columns('select * from page')}`,
        [...period, ...limits],
      )
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ createdat, fullname, email, process }): UserLog[] =>
      createdat ? [{ createdat: createdat.toISOString(), fullname, email, process }] : [],
    ),
  }
}

const matching = (order: string) => {
  const matchingRows = `
    from read.activity activity
    left join read.staff subject on subject.user_id::text = subject_id
    where ${withinDays('at', '$1', '$2')}
      and activity.user_id = any(array(
        select user_id::text from read.staff
        where first_name || ' ' || last_name ilike $5 and email ilike $6
          and ($7 = '' or user_id::text = lower($7))))
      and replace(${wordsExpression('activity', "''")}, '"', '') ilike $8
      and ($9 = '' or action = $9)`
  return `
    with counted as (
      select count(*) as total from (select ${matchingRows} limit ${maximumCounted}) counted_rows
    ), page as (
      select position, row_number() over (order by ${order}) as rank
      from (select at, position ${matchingRows} order by ${order} limit $3 offset $4) part
    ) ${columns('select * from page')}`
}
