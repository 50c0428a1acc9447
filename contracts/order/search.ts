import type { OrderPersonal } from './events.ts'
import { normalizeOrderId } from './id.ts'

/**
 * Defines what the search box of the order lists finds. The projection that writes the search text
 * and the query that searches it share this definition. A search matches parts of words and ignores
 * case, accents, and a phone number's spaces and country code.
 */

const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

const digits = (text: string) => text.replace(/\D/g, '')

export type Searchable = { orderId: string } & Pick<
  OrderPersonal,
  'firstName' | 'lastName' | 'email' | 'phone' | 'instagramUsername' | 'accountName'
>

/** One line per field, so that no match spans two fields. */
export const searchTextOf = (order: Searchable): string =>
  [
    order.orderId.toLowerCase(),
    plain(`${order.firstName} ${order.lastName}`),
    plain(order.email),
    digits(order.phone),
    plain(order.instagramUsername).replace(/^@/, ''),
    plain(order.accountName),
  ].join('\n')

const maximumWords = 6
const phoneLike = /^[+(]?[\d\s().+-]*$/

/** What `0803 123 4567`, `+234 803 123 4567` and `2348031234567` share: they are one number. */
const phonePart = (typed: string) => {
  const number = digits(typed)
  return number.length < 10 ? number : number.replace(/^(?:00)?234|^0/, '')
}

/**
 * The parts that an order's search text must all contain; an empty list matches every order.
 * Decision 062.
 */
export const searchPartsOf = (typed: string): string[] => {
  const text = plain(typed)
  const id = normalizeOrderId(typed)
  if (id && (/\D/.test(id.replaceAll('-', '')) || typed.includes('-'))) return [id.toLowerCase()]
  if (phoneLike.test(text) && digits(text).length >= 4) return [phonePart(text)]
  return text
    .split(' ')
    .slice(0, maximumWords)
    .map((word) => word.replace(/^@/, ''))
    .filter((word) => word !== '')
}
