import { counted } from '@strand/contracts/counted'
import { formatNaira } from '@strand/contracts/naira'
import type { DraftLine } from './draft.ts'

type Offered = Omit<DraftLine, 'quantity'>

export const amountOf = (line: DraftLine): number => line.price * line.quantity

export const subtotalOf = (lines: DraftLine[]): number =>
  lines.reduce((sum, line) => sum + amountOf(line), 0)

/** For example `3 items · ₦85,000`. The amount is the sum of the lines, unless `sum` is given. */
export const summaryLine = (lines: DraftLine[], sum = subtotalOf(lines)): string => {
  const items = lines.reduce((count, { quantity }) => count + quantity, 0)
  return `${counted(items, 'item')} · ${formatNaira(sum)}`
}

/**
 * Sets a product's quantity. A quantity below 1 removes the product's line; a new line is added at
 * the end.
 */
export const withQuantity = (
  lines: DraftLine[],
  product: Offered,
  quantity: number,
): DraftLine[] => {
  if (quantity < 1) return lines.filter(({ productid }) => productid !== product.productid)
  const line = { ...product, quantity }
  return lines.some(({ productid }) => productid === product.productid)
    ? lines.map((other) => (other.productid === product.productid ? line : other))
    : [...lines, line]
}
