import { hasOneWord, nameFit } from './names.ts'
import { isInTime, type Pool, type PoolLine, type PoolOrder, payerKey } from './pool.ts'

export const hasReference = ({ references }: PoolOrder, line: PoolLine): boolean =>
  references.some((reference) => line.references.has(reference))

export const hasHistory = ({ payersBefore }: PoolOrder, { payer }: PoolLine): boolean => {
  const key = payersBefore.size === 0 ? null : payerKey(payer)
  return key !== null && payersBefore.has(key)
}

const shortestRare = 4

/** Whether no other open order has the word, and neither does any other line in the time window. */
const isRare = (pool: Pool, place: number, line: PoolLine, word: string): boolean => {
  const order = pool.orders[place] as PoolOrder
  return (
    word.length >= shortestRare &&
    (pool.ordersByWord.get(word) ?? []).every((other) => other === place) &&
    (pool.linesByWord.get(word) ?? []).every((other) => {
      const credit = pool.lines[other] as PoolLine
      return credit === line || !isInTime(order, credit)
    })
  )
}

/**
 * How the names match. `two`: the payer has two words of the account name or of the customer's own
 * name, or is the same company. `rare`: only one word counts, and no other order or line has it.
 */
export const namesOf = (pool: Pool, place: number, line: PoolLine) => {
  const order = pool.orders[place] as PoolOrder
  const counts = (word: string) => !pool.shopWords.has(word)
  const fits = order.names.map((name) => nameFit(name, line.payer, counts))
  if (fits.some(({ two }) => two)) return { two: true, rare: false }
  const one = fits[0]?.one ?? null
  return { two: false, rare: one !== null && isRare(pool, place, line, one) }
}

/**
 * How an order relates to a line, regardless of which rule matches.
 *
 * @param place the order's index
 */
export const relationOf = (pool: Pool, place: number, line: PoolLine) => {
  const order = pool.orders[place] as PoolOrder
  const { two } = namesOf(pool, place, line)
  return {
    code: line.named.has(place),
    reference: hasReference(order, line),
    names: two,
    history: !two && hasHistory(order, line),
    name: order.names.some((name) => hasOneWord(name, line.payer)),
    time: isInTime(order, line),
  }
}
