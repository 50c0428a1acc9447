import type { Row } from './table.ts'

/**
 * The call without its page number, because the last page's number depends on the number of orders.
 */
const callOf = ({ what }: Row) => what.replace(/ \(\d+\)/, '')

/**
 * Compares the medians of the same reads at the most and at the fewest orders. Not p99s, because
 * the two were measured minutes apart, and a p99 of one moment says little about another.
 */
export const growthOf = (rows: Row[]): Row[] => {
  const reads = rows.filter(({ part }) => part === 'pages' || part === 'counts')
  const sizes = reads.map(({ orders }) => orders)
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)]
  if (fewest === most) return []
  return reads.flatMap((row): Row[] => {
    if (row.orders !== most || !row.p50) return []
    const before = reads.find((one) => one.orders === fewest && callOf(one) === callOf(row))
    if (!before?.p50) return []
    return [
      {
        part: row.part,
        what: `${callOf(row)}, grown`,
        orders: most,
        value: row.p50,
        unit: row.unit,
        floor: { what: `with ${fewest.toLocaleString('en-US')} orders`, value: before.p50 },
        ratio: row.p50 / before.p50,
        target: { atMost: 1.5 },
      },
    ]
  })
}
