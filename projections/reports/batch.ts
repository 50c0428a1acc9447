import type { Fact } from '@strand/contracts/reports/facts/fact'

/** What reports count of an order, as it was when the customer placed it. */
export type Placed = {
  lines: { productId: string; product: string; quantity: number; amount: number }[]
  campaign: string
  campaign_name: string
  location: string
  location_name: string
  quantity: number
  goods: number
  delivery: number
}

/** A row of `report_order`; times are ISO 8601. */
export type OrderRow = {
  order_id: string
  created_at: string
  status: 'pending' | 'confirmed' | 'shipped' | 'returned' | 'archived'
  approved: boolean
  shipped: boolean
  returned: boolean
  approved_at: string | null
  approve_minutes: number | null
  ship_minutes: number | null
  placed: Placed
}

export type LineRow = {
  line_id: string
  bank_account_id: string
  booked_on: string
  amount_kobo: number
  probably_same: boolean
  merged: boolean
  set_aside: boolean
  withdrawn: boolean
  allocations: Record<string, number>
}

/** The event that caused a fact, as facts record it. */
export type Cause = { position: string; recordedOn: string; at: string; staff: string }

export type ReportBatch = {
  facts: Fact[]
  orders: Map<string, OrderRow>
  lines: Map<string, LineRow>
  issued: unknown[]
}

export const emptyBatch = (): ReportBatch => ({
  facts: [],
  orders: new Map(),
  lines: new Map(),
  issued: [],
})

type Said = Pick<Fact, 'kind' | 'sign' | 'business_day'> & Partial<Fact>

const nothing = {
  order_id: '',
  product: '',
  product_name: '',
  campaign: '',
  campaign_name: '',
  location: '',
  location_name: '',
  staff: '',
  detail: '',
  account: '',
  quantity: 0,
  amount: 0,
  part: 0,
  minutes: null,
  since: null,
}

export const addFacts = (batch: ReportBatch, cause: Cause, said: Said[]) => {
  const { position, recordedOn } = cause
  for (const [number, fact] of said.entries())
    batch.facts.push({ ...nothing, ...fact, position, number, recorded_on: recordedOn })
}
