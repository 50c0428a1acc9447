import type { QuestionState } from '@strand/contracts/order/question-kind'
import { searchPartsOf } from '@strand/contracts/order/search'
import type { OrderListQuery } from '@strand/contracts/order/staff'
import { parameter, type Sql, sql } from '@strand/platform/postgres/sql'
import { hasText, likePattern } from '../../page.ts'
import { personalColumns } from '../personal-columns.ts'

/** Filters on fields that the search text contains; `otherFilters` are on other fields. */
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
/** Filters that `conditionsOf` handles one by one; `list.ts` handles the days. */
type OwnCondition = 'search' | 'dateFrom' | 'dateTo' | 'question' | 'assignee'

/**
 * How many letters of each part of a search are looked up in the trigram index: each further letter
 * costs the scan of another index list.
 */
const indexedLetters = 6

/**
 * The piece of a search's part that is looked up in the index; the found rows are then compared
 * with the whole part. The piece has only letters and digits, because a third of all orders share
 * the trigrams of `.` and `_`. Of the part's runs of letters and digits, one with digits is
 * preferred to a longer one without, and only the end of the run is used: `kare45` of
 * `kikelomo.bakare45@gmail.com`.
 */
const selectivePiece = (part: string) => {
  const runs = part.split(/[^\p{L}\p{N}]+/u).sort((a, b) => b.length - a.length)
  const best = runs.find((run) => run.length > 3 && /\d/.test(run)) ?? runs[0] ?? part
  return best.length < 3 ? part : best.slice(-indexedLetters)
}

export type Conditions = {
  /** Conditions on `candidate`, a row of `order_search`, for the trigram index. */
  parts: Sql[]
  /**
   * One character per condition in `parts`: `~` looks up a piece in the index, and `=` compares a
   * whole part.
   */
  shape: string
  /** Conditions on `detail`, a row of `order_detail`. */
  filters: Sql[]
}

export type OrderFilters = Omit<OrderListQuery, 'page' | 'results' | 'sortField' | 'sortOrder'>

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

/** Begins with the orders that have a question, because few have one. */
const hasQuestion = (state: QuestionState) => sql`detail.order_id in (
  select order_id from read.order_state
  where question is not null and question ->> 'state' = ${parameter(state)}
)`

/** Normalizes a filter's text as the field is normalized. */
const comparable = (name: string, typed: string) => {
  if (name === 'orderid' || name === 'phone') return searchPartsOf(typed)[0] ?? ''
  return name === 'instagramusername' ? typed.replace(/^@/, '') : typed
}
