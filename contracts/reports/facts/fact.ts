import type { OrderStatus } from '../../order/status.ts'

/** The stages of an order after it was placed; each counts once per order. */
export const stages = ['approved', 'shipped', 'returned', 'archived'] as const
export type Stage = (typeof stages)[number]

export type SaleCause = 'approved' | 'approved without money' | 'restored' | 'reversed'

/** Whether an order in this status counts as sold. */
export const isSold = (status: OrderStatus): boolean =>
  status === 'confirmed' || status === 'shipped'

/**
 * A row of `report_fact`: what an event adds to the reports, without personal data. Amounts are in
 * whole naira, except bank lines, which are in kobo. A reversal is a fact of its own, with `sign`
 * -1 and negative numbers.
 */
export type Fact = {
  /** The event's position. The row's key is the position and `number`. */
  position: string
  number: number
  /** The day in Lagos on which the log recorded the event, and the day that the fact is about. */
  recorded_on: string
  business_day: string
  kind: 'sale' | 'product' | 'created' | Stage | 'money'
  sign: 1 | -1
  /** The order of a sale; empty for other facts. */
  order_id: string
  /** Ids, and the names at the time of the event; empty if the fact has none. */
  product: string
  product_name: string
  campaign: string
  campaign_name: string
  location: string
  location_name: string
  /** The id of the person who did it, or `system`. */
  staff: string
  /** The cause of a sale, or the status of a bank line. */
  detail: string
  account: string
  quantity: number
  amount: number
  /** The delivery price of a sale, or the part of a bank line that pays for orders. */
  part: number
  /** How long the stage took, rounded up to a bound of `minutesHistogram`; null for other facts. */
  minutes: number | null
  /**
   * The day on which the order was placed, if it stopped being pending or is pending again;
   * otherwise null.
   */
  since: string | null
}

/** What reports add up for each series, day and key. */
export type Sum = {
  series: string
  key: string
  name: string
  sign: 1 | -1
  count: number
  quantity: number
  amount: number
  part: number
}

type Series = Pick<Sum, 'series' | 'key'> & Partial<Sum>

/**
 * The sums that a fact changes. The projection adds them up by day. A report that ends in the
 * middle of a day adds up that day's facts. Both use this function.
 */
export const sumsOf = (fact: Fact): Sum[] => {
  const { sign, quantity, amount, part } = fact
  const row = (given: Series): Sum => ({
    name: '',
    sign,
    count: sign,
    quantity: 0,
    amount: 0,
    part: 0,
    ...given,
  })
  const numbers = { quantity, amount, part }
  switch (fact.kind) {
    case 'sale':
      return [
        row({ series: 'sales', key: '', ...numbers }),
        row({ series: 'campaign', key: fact.campaign, name: fact.campaign_name, ...numbers }),
        row({ series: 'location', key: fact.location, name: fact.location_name, ...numbers }),
        row({ series: `staff ${fact.detail}`, key: fact.staff, amount: amount + part }),
      ]
    case 'product':
      return [
        row({ series: 'product', key: fact.product, name: fact.product_name, quantity, amount }),
      ]
    case 'money':
      return [row({ series: 'money', key: `${fact.account} ${fact.detail}`, amount, part })]
    case 'created':
      return [
        row({ series: 'stage', key: 'created' }),
        row({ series: 'pending', key: fact.business_day }),
      ]
    default: {
      const { kind, minutes, since } = fact
      const times = row({ series: `minutes ${kind}`, key: String(minutes) })
      const pending = row({ series: 'pending', key: since ?? '', count: -sign })
      return [
        row({ series: 'stage', key: kind }),
        ...(minutes === null ? [] : [times]),
        ...(since === null ? [] : [pending]),
      ]
    }
  }
}
