import { fold } from '@strand/contracts/folding'
import type { ListQuery, Page } from '@strand/contracts/list'
import { invalidInput } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { parameter, raw, type Sql, sql } from '@strand/platform/postgres/sql'

type SortRequest = Pick<ListQuery, 'sortField' | 'sortOrder'>
type Sort = { field: string; order: 'asc' | 'desc' }

/** The client's sort or, without one, the default. */
export const sortOf = ({ sortField, sortOrder }: SortRequest, defaultSort: Sort): Sort => ({
  field: sortField ?? defaultSort.field,
  order: sortOrder ?? (sortField === undefined ? defaultSort.order : 'asc'),
})

/**
 * Builds an `order by` from the client's request. Only names in `fields` are allowed; each maps to
 * our own SQL. The tiebreaker keeps a row from appearing on two pages. Throws `Rejected('invalid')`
 * for any other name.
 */
export const orderByClause = (
  query: SortRequest,
  fields: Record<string, string>,
  defaultSort: Sort,
  tiebreaker: string,
): string => {
  const { field, order } = sortOf(query, defaultSort)
  const expression = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (!expression) {
    const allowed = Object.keys(fields).join(', ')
    throw invalidInput([{ path: 'sortField', message: `sortField must be one of ${allowed}` }])
  }
  return `${expression} ${order}, ${tiebreaker} ${order}`
}

/** SQL that normalizes a text like `fold` in `contracts/folding.ts`. */
export const folded = (expression: string): string => `public.folded(${expression})`

/** Whether a text contains the typed text, both normalized. An empty search matches every text. */
export const hasText = (expression: string, typed: string): Sql => {
  const wanted = fold(typed)
  if (wanted === '') return sql`true`
  return sql`${raw(folded(expression))} like ${parameter(likePattern(wanted))}`
}

/** A LIKE pattern for texts that contain `part`, with special characters escaped. */
export const likePattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/**
 * One page of a small list (products, locations, campaigns, staff) and the number of all matching
 * rows, in one statement. Too slow for orders, of which there may be millions.
 *
 * @param matching a `select` of all matching rows
 * @param order from `orderByClause`, over the columns of `matching`
 */
export const readPage = async <Row>(
  pool: Pool,
  list: { matching: string; values: unknown[]; order: string; query: ListQuery },
): Promise<{ rows: Row[]; total: number }> => {
  const { page, results } = list.query
  const limit = `$${list.values.length + 1}`
  const offset = `$${list.values.length + 2}`
  const { rows } = await pool.query<Row & { list_total: number; list_row: true | null }>(
    `with matching as (${list.matching})
     select counted.list_total, page.*
     from (select count(*) as list_total from matching) counted
     left join lateral (
       select true as list_row, * from matching order by ${list.order}
       limit ${limit} offset ${offset}
     ) page on true`,
    [...list.values, results, (page - 1) * results],
  )
  return { rows: rows.filter((row) => row.list_row), total: rows[0]?.list_total ?? 0 }
}

export const pageAnswer = <Row>(data: Row[], total: number, query: ListQuery): Page<Row> => ({
  result: { data, total, page: query.page, results: query.results },
})
