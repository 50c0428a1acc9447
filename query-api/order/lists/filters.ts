import type { QuestionState } from '@strand/contracts/order/question-kind'
import { searchPartsOf } from '@strand/contracts/order/search'
import type { OrderListQuery } from '@strand/contracts/order/staff'
import { parameter, type Sql, sql } from '@strand/platform/postgres/sql'
import { hasText, likePattern } from '../../page.ts'
import { personalColumns } from '../personal-columns.ts'

/** Filters on fields that are part of the search text, and on fields that are not. */
const searchableFilters = {
  orderid: 'detail.order_id',
  fullname: personalColumns.fullname,
  email: personalColumns.email,
  phone: `regexp_replace(${personalColumns.phone}, '\\D', '', 'g')`,
  instagramusername: personalColumns.instagramusername,
  accountname: personalColumns.accountname,
} as const
const otherFilters = {
  country: 'detail.country',
  deliverylocation: 'detail.location',
  sales: 'detail.sales',
} as const satisfies Record<
  Exclude<keyof OrderFilters, keyof typeof searchableFilters | OwnCondition>,
  string
>
/** Filters that `conditionsOf` handles individually; `list.ts` adds the condition on the days. */
type OwnCondition = 'search' | 'dateFrom' | 'dateTo' | 'question' | 'assignee'

/**
 * How many letters of a part to look up in the trigram index: each further letter means scanning
 * another index list.
 */
const indexedLetters = 6

/**
 * The piece of a part to look up in the index; the rows found are then compared with the whole
 * part. The piece has only letters and digits, because `.` and `_` make trigrams that a third of
 * all orders share. A run with digits is preferred to a longer one without, and its end is used:
 * `akare45` in `kikelomo.bakare45@gmail.com`.
 */
const selectivePiece = (part: string) => {
  const runs = part.split(/[^\p{L}\p{N}]+/u).sort((a, b) => b.length - a.length)
  const best = runs.find((run) => run.length > 3 && /\d/.test(run)) ?? runs[0] ?? part
  return best.length < 3 ? part : best.slice(-indexedLetters)
}

export type Conditions = {
  /** Conditions on the columns of `candidate`, an `order_search`, for the trigram index. */
  parts: Sql[]
  /**
   * One character per part: `~` only looks the piece up in the index, `=` also compares the whole
   * part.
   */
  shape: string
  /** Conditions on the columns of `detail`, an `order_detail`. */
  filters: Sql[]
}

/** The part of a query that determines which orders match. */
export type OrderFilters = Omit<OrderListQuery, 'page' | 'results' | 'sortField' | 'sortOrder'>

/** The conditions for the text that was typed into a search. */
export const searchConditions = (typed: string): Pick<Conditions, 'parts' | 'shape'> => {
  const parts: Sql[] = []
  let shape = ''
  for (const part of searchPartsOf(typed)) {
    const piece = selectivePiece(part)
    parts.push(sql`candidate.search like ${parameter(likePattern(piece))}`)
    shape += '~'
    if (piece === part) continue
    parts.push(sql`strpos(candidate.search, ${parameter(part)}) > 0`)
    shape += '='
  }
  return { parts, shape }
}

export const conditionsOf = (query: OrderFilters): Conditions => {
  const conditions: Conditions = { parts: [], shape: '', filters: [] }
  const addSearch = (typed: string) => {
    const { parts, shape } = searchConditions(typed)
    conditions.parts.push(...parts)
    conditions.shape += shape
  }
  const addFilter = (expression: string, text: string) =>
    conditions.filters.push(hasText(expression, text))
  addSearch(query.search)
  for (const [name, expression] of Object.entries(searchableFilters)) {
    const typed = query[name as keyof typeof searchableFilters]
    if (typed === '') continue
    addSearch(typed)
    addFilter(expression, comparable(name, typed))
  }
  for (const [name, expression] of Object.entries(otherFilters)) {
    const typed = query[name as keyof typeof otherFilters]
    if (typed !== '') addFilter(expression, typed)
  }
  if (query.question) conditions.filters.push(hasQuestion(query.question))
  if (query.assignee !== '')
    conditions.filters.push(sql`exists (
      select from read.order_state own
      where own.order_id = detail.order_id and own.assignee::text = ${parameter(query.assignee)}
    )`)
  return conditions
}

/** Orders with a question in this state; few orders have a question. */
const hasQuestion = (state: QuestionState) => sql`detail.order_id in (
  select order_id from read.order_state
  where question is not null and question ->> 'state' = ${parameter(state)}
)`

/** Brings a filter's text into the form that the field has. */
const comparable = (name: string, typed: string) => {
  if (name === 'orderid' || name === 'phone') return searchPartsOf(typed)[0] ?? ''
  return name === 'instagramusername' ? typed.replace(/^@/, '') : typed
}
