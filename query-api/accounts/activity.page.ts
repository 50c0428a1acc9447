import { systemId, systemName, UserLogQuery } from '@strand/contracts/accounts/log'
import type { UserLog } from '@strand/contracts/accounts/user'
import { maxPageSize } from '@strand/contracts/list'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { joinSql, parameter, raw, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import { type DayPage, dayPage, withinDays } from '../day-page.ts'
import { type Cells, lagosText } from '../export-rows.ts'
import { hasText, orderByClause } from '../page.ts'
import { staffName } from '../staff-name.ts'
import { parametersOf, type ViewRows } from '../view-rows.ts'
import { nameLines } from './activity-lines.ts'

/** Counting a filter's matches stops at this number, so `total` never exceeds it. */
const maxCounted = 10_000

type Row = Omit<UserLog, 'createdat' | 'person' | 'lines'> & {
  createdat: Date | null
  total: number
  subject_name: string | null
  subject_email: string | null
}

/**
 * The words of an entry, with the current name of the person they mention. Quotation marks in that
 * name are replaced, as in all names in the log. If an entry mentions no person, its `{user}` is
 * text that someone typed, such as a product's name, and stays.
 */
const wordsExpression = (activity: string, unknown: string) => `
  case when ${activity}.subject_id is null then ${activity}.words
    else replace(${activity}.words, '{user}', replace(
      coalesce(${staffName('subject')}, ${unknown}), '"', '″')) end`

/** The texts that an entry shows; people appear under their current names. */
const shown = {
  fullname: `coalesce(${staffName('actor')},
    case activity.user_id when '${systemId}' then '${systemName}' else '' end)`,
  email: `coalesce(actor.email, '')`,
  process: wordsExpression('activity', "'who is not known'"),
}
const people = sql`
  left join read.staff actor on actor.user_id::text = activity.user_id
  left join read.staff subject on subject.user_id::text = activity.subject_id`

const columns = sql`
  select counted.total, activity.at as createdat, ${raw(shown.fullname)} as fullname,
    ${raw(shown.email)} as email, ${raw(shown.process)} as process,
    ${raw(staffName('subject'))} as subject_name, subject.email as subject_email
  from counted
  left join page on true
  left join read.activity activity on activity.position = page.position
  ${people}
  order by page.rank`

const orderOf = (query: UserLogQuery) => {
  const usual = { field: 'createdat', order: 'desc' } as const
  return orderByClause(query, { createdat: 'at' }, usual, 'position')
}

export const activityPage = async (pool: Pool, query: UserLogQuery) => {
  const { page, results } = query
  const order = orderOf(query)
  const cut = {
    dateFrom: parameter(query.dateFrom ?? null),
    dateTo: parameter(query.dateTo ?? null),
    limit: parameter(results),
    offset: parameter((page - 1) * results),
  }
  const statement = isFiltered(query)
    ? matching(query, order, cut)
    : sql`with ${dayPage({
        rows: 'read.activity',
        time: 'at',
        id: 'position',
        days: 'read.activity_day',
        where: sql`true`,
        order: order.includes(' asc') ? 'asc' : 'desc',
        maxRows: maxPageSize,
        ...cut,
      })} ${columns}`
  const { rows } = await pool.query<Row>(statementOf(statement))
  const entries = rows.filter(({ createdat }) => createdat !== null)
  const named = await nameLines(
    pool,
    entries.map(({ process }) => process),
  )
  return {
    total: rows[0]?.total ?? 0,
    rows: entries.flatMap(
      ({ createdat, fullname, email, subject_name, subject_email }, index): UserLog[] => {
        const words = named[index]
        if (!createdat || !words) return []
        const text = subject_name?.replaceAll('"', '″')
        const person = text && subject_email ? { email: subject_email, text } : null
        return [{ createdat: createdat.toISOString(), fullname, email, ...words, person }]
      },
    ),
  }
}

type Cut = Pick<DayPage, 'dateFrom' | 'dateTo' | 'limit' | 'offset'>

const isFiltered = ({ fullname, email, userid, process, action }: UserLogQuery) =>
  [fullname, email, userid, process, action].some((text) => text !== '')

/** Selects the entries that match a query within the days `dateFrom` to `dateTo`. */
const matchingRows = (
  { fullname, email, userid, process, action }: UserLogQuery,
  { dateFrom, dateTo }: Pick<DayPage, 'dateFrom' | 'dateTo'>,
): Sql => {
  const user = parameter(userid)
  const done = parameter(action)
  // Compares the text without the quotation marks around names.
  const words = `replace(${wordsExpression('activity', "''")}, '"', '')`
  const conditions = [
    withinDays('at', dateFrom, dateTo),
    sql`activity.user_id = any(array(
        select user_id::text from read.staff
        where ${hasText(staffName('staff'), fullname)} and ${hasText('email', email)}
          and (${user} = '' or user_id::text = lower(${user}))
        union all
        select ${raw(`'${systemId}'`)}
        where ${hasText(`'${systemName}'`, fullname)} and ${hasText("''", email)}
          and ${user} in ('', ${raw(`'${systemId}'`)})))`,
    hasText(words, process.replaceAll('"', '')),
    sql`(${done} = '' or action = ${done})`,
  ]
  return sql`
    from read.activity activity
    left join read.staff subject on subject.user_id::text = subject_id
    where ${joinSql(conditions, ' and ')}`
}

const matching = (query: UserLogQuery, order: string, { limit, offset, ...days }: Cut): Sql => {
  const rows = matchingRows(query, days)
  const sorting = raw(order)
  return sql`
    with counted as (
      select count(*) as total
      from (select ${rows} limit ${raw(maxCounted)}) counted_rows
    ), page as (
      select position, row_number() over (order by ${sorting}) as rank
      from (
        select at, position ${rows} order by ${sorting} limit ${limit} offset ${offset}
      ) part
    ) ${columns}`
}

const cells: Cells = [
  ['createdat', 'Date & Time (Lagos)', lagosText('activity.at')],
  ['fullname', 'User', shown.fullname],
  ['email', 'Email', shown.email],
  ['process', 'Activity', shown.process],
]

export const activityViewRows: ViewRows = (view) => {
  const query = UserLogQuery.parse(parametersOf(view))
  const days = {
    dateFrom: parameter(query.dateFrom ?? null),
    dateTo: parameter(query.dateTo ?? null),
  }
  const entries = isFiltered(query)
    ? matchingRows(query, days)
    : sql`from read.activity activity where ${withinDays('at', days.dateFrom, days.dateTo)}`
  const order = raw(orderOf(query))
  return {
    cells,
    rows: sql`from (select activity.* ${entries}) activity ${people} order by ${order}`,
  }
}
