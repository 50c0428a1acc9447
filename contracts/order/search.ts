import { fold } from '../folding.ts'
import { dashedOrderId, normalizeOrderId } from './id.ts'
import type { OrderPersonal } from './personal.ts'

/**
 * What the search box of the order lists finds. The projection that writes the search text and the
 * query that searches it both use this file. A search matches parts of words. It compares folded
 * texts (`folding.ts`), and ignores a phone number's spaces and country code.
 */

const digits = (text: string) => text.replace(/\D/g, '')

type Searchable = {
  orderId: string
  total: number
  address: string
  products: string[]
  paymentCode?: string | undefined
} & Pick<
  OrderPersonal,
  'firstName' | 'lastName' | 'email' | 'phone' | 'instagramUsername' | 'accountName'
>

/** An amount matches only as a whole: `₦5,500` must not find ₦85,500. */
const amountLine = (naira: number | string) => `₦${naira}\n`

/**
 * The searchable text of an order. Each field has its own line, so that no match spans two fields.
 */
export const searchTextOf = (order: Searchable): string =>
  [
    fold(order.orderId),
    amountLine(order.total).trimEnd(),
    fold(`${order.firstName} ${order.lastName}`),
    fold(order.email),
    digits(order.phone),
    fold(order.instagramUsername).replace(/^@/, ''),
    fold(order.accountName),
    fold(order.address),
    ...new Set(order.products.map(fold)),
    ...(order.paymentCode ? [fold(order.paymentCode)] : []),
  ].join('\n')

export const noteSearchText = (note: string): string => fold(note)

const maxWords = 6
const phoneLike = /^[+(]?[\d\s().+-]*$/

/**
 * The digits that `0803 123 4567`, `+234 803 123 4567` and `2348031234567` share: all are the same
 * number.
 */
const phonePart = (typed: string) => {
  const number = digits(typed)
  return number.length < 10 ? number : number.replace(/^(?:00)?234|^0/, '')
}

/**
 * Whether a text looks like an id. Twelve letters without a digit or dash are ordinary words, as in
 * `bone straight`.
 */
const isWrittenLikeId = (text: string) =>
  /[\d\u2010-\u2015-]/.test(text) || /^\S{4} \S{4} \S{4}$/.test(text)

/**
 * Matches `₦85,500`, `N85,500` or `85,500.00`, but not plain digits, which may also be part of a
 * phone number.
 */
const amount = /^(?:₦\d+|(?:₦|n|ngn)?\d{1,3}(?:,\d{3})+)(?:\.0+)?$/

const wordPart = (word: string) =>
  amount.test(word) ? amountLine(Number(digits(word.replace(/\..*/, '')))) : word.replace(/^@/, '')

/** The texts that must all be in an order's search text; an empty list matches every order. */
export const searchPartsOf = (typed: string): string[] => {
  const text = fold(typed)
  const pasted = dashedOrderId(typed)
  if (pasted) return [fold(pasted)]
  const id = isWrittenLikeId(typed.trim()) && normalizeOrderId(typed)
  if (id && (/\D/.test(id.replaceAll('-', '')) || typed.includes('-'))) return [fold(id)]
  if (phoneLike.test(text) && digits(text).length >= 4) return [phonePart(text)]
  return text
    .replace(/(₦|\bngn) (?=\d)/g, '$1')
    .split(' ')
    .slice(0, maxWords)
    .map(wordPart)
    .filter((word) => word !== '')
}
