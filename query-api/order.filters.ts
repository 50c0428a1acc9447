import type { OrderListQuery } from '@strand/contracts/order'
import { searchPartsOf } from '@strand/contracts/order-search'
import { containing } from './list.ts'

/** Filters on what the search text holds, too, and on what it does not. */
const searchableFilters = {
  orderid: 'detail.order_id',
  fullname: "detail.first_name || ' ' || detail.last_name",
  email: 'detail.email',
  phone: "regexp_replace(detail.phone, '\\D', '', 'g')",
  instagramusername: 'detail.instagram',
  accountname: 'detail.account_name',
} as const
const otherFilters = {
  country: 'detail.country',
  deliverylocation: 'detail.location',
  sales: 'detail.sales',
} as const

export type Conditions = {
  /** On the columns of `detail`. */
  sql: string[]
  values: string[]
  /** Whether one of them is for the trigram index. */
  indexed: boolean
}

/** @param offset parameters that the statement has besides */
export const conditionsOf = (query: OrderListQuery, offset: number): Conditions => {
  const conditions: Conditions = { sql: [], values: [], indexed: false }
  const add = (expression: string, pattern: string) => {
    conditions.values.push(pattern)
    conditions.sql.push(`${expression} like $${offset + conditions.values.length}`)
  }
  const addSearch = (typed: string) => {
    for (const part of searchPartsOf(typed)) {
      add('detail.search', containing(part))
      conditions.indexed = true
    }
  }
  addSearch(query.search)
  for (const [name, expression] of Object.entries(searchableFilters)) {
    const typed = query[name as keyof typeof searchableFilters]
    if (typed === '') continue
    addSearch(typed)
    add(`lower(${expression})`, containing(comparable(name, typed)))
  }
  for (const [name, expression] of Object.entries(otherFilters)) {
    const typed = query[name as keyof typeof otherFilters]
    if (typed !== '') add(`lower(${expression})`, containing(lower(typed)))
  }
  return conditions
}

const lower = (text: string) => text.toLowerCase()

/** What a filter's text looks like in the field itself. */
const comparable = (name: string, typed: string) => {
  if (name === 'orderid' || name === 'phone') return searchPartsOf(typed)[0] ?? ''
  return lower(name === 'instagramusername' ? typed.replace(/^@/, '') : typed)
}
