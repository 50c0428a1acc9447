import { formatNumber } from '../format/money.tsx'

export const numberOfOrders = (count: number): string =>
  count === 1 ? '1 order' : `${formatNumber(count)} orders`
