import { hasAllWords, hasOneWord } from './names.ts'
import { isInTime, type Pool, type PoolLine, type PoolOrder } from './pool.ts'

export const hasReference = ({ references }: PoolOrder, line: PoolLine): boolean =>
  references.some((reference) => line.references.has(reference))

/** What holds between an order, by its place, and a line, whatever rule it makes. */
export const relationOf = (pool: Pool, place: number, line: PoolLine) => {
  const order = pool.orders[place] as PoolOrder
  return {
    code: line.named.has(place),
    reference: hasReference(order, line),
    names: hasAllWords(order.name, line.payer),
    name: hasOneWord(order.name, line.payer),
    time: isInTime(order, line),
  }
}
