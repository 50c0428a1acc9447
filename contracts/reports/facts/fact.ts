import type { OrderStatus } from '../../order/status.ts'

/** The stages after an order was placed; each is counted once per order. */
export const stages = ['approved', 'shipped', 'returned', 'archived'] as const
export type Stage = (typeof stages)[number]

/** What made a sale count, or stop counting. */
export type SaleCause = 'approved' | 'approved without money' | 'restored' | 'reversed'

/** Whether an order with this status counts as sold. */
export const isSold = (status: OrderStatus): boolean =>
  status === 'confirmed' || status === 'shipped'

/**
 * A row of `report_fact`: what an event adds to the reports, without personal data. Amounts are in
 * whole naira, those of bank lines in kobo. A reversal is a separate fact with `sign` -1 and
 * negative numbers.
 */
export type Fact = {
  /** The event's position; together with `number`, it is the row's key. */
  position: string
  number: number
  /** The day in Lagos on which the log recorded the event, and the day that the fact is about. */
  recorded_on: string
  business_day: string
  kind: 'sale' | 'product' | 'created' | Stage | 'money'
  sign: 1 | -1
  /** Ids, and names as they were then; empty if they do not apply. */
  product: string
  product_name: string
  campaign: string
  campaign_name: string
  location: string
  location_name: string
  /** The user id of the person who did it, or `system`. */
  staff: string
  /** A sale's cause, or a bank line's status. */
  detail: string
  /** The bank account. */
  account: string
  quantity: number
  amount: number
  /** A sale's delivery price, or the part of a bank line that pays for orders. */
  part: number
  /** How long the stage took, rounded up to a bound of `minutesHistogram`. */
  minutes: number | null
  /**
   * The day on which the order was placed, for a fact about an order that stopped being pending or
   * is pending again.
   */
  since: string | null
}

/** What reports add up for each series, key and day. */
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
 * The sums that a fact changes. The projection adds them up by day, and a report that ends in the
 * middle of a day adds up that day's facts; both use this function.
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
