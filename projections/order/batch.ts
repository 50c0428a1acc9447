import type { OrderLine } from '@strand/contracts/order/events'
import type { OrderQuestion } from '@strand/contracts/order/question'
import type { Shipment } from '@strand/contracts/order/shipment'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { OrderDetail } from './detail.ts'
import type { OwedChange } from './owed.ts'
import { emptyTakenBack, type TakenBackBatch } from './taken-back.ts'
import type { TeamBatch, TeamState } from './team.ts'

export type Step = {
  orderStatus: OrderStatus
  dateCreated: string
  orderMessage: string
  shipment?: Shipment
}

/** What was done with an order last; `by` is a member of staff. */
export type Change = { at: string; by: string | null; reason: string; isBack: boolean }

export type OrderState = {
  order_id: string
  status: OrderStatus
  /** ISO 8601. */
  created_at: string
  /** Of the last event that is a change. */
  position: string
  message: string
  review: string
  steps: Step[]
  /** How the order was shipped last, if that was said. */
  shipment: Shipment | null
  question: OrderQuestion | null
} & TeamState & {
    /** Null until something is done with the order. */
    change: Change | null
  }

/** The part of an order that counts in the ordered products. */
export type Placed = { lines: OrderLine[]; sales_id: string; sales: string }

type Ordered = { product_id: string; sales_id: string; product: string; sales: string }

/** Everything that one batch changes. */
export type Batch = TeamBatch & {
  states: Map<string, OrderState>
  /** For orders in `states` that this batch did not create, as far as they were loaded. */
  placed: Map<string, Placed>
  created: Map<string, OrderDetail>
  /** Orders whose rows are to show that their personal data is erased. */
  toErase: Set<string>
  /** Orders whose proof files are to be dropped, or are followed by others. */
  files: Map<string, { dropped: boolean; added: OrderDetail['files'] }>
  counts: Map<OrderStatus, number>
  /** By status and day, joined by a space. */
  days: Map<string, number>
  /** Approvals, by day and minutes, joined by a space. */
  confirmations: Map<string, number>
  ordered: Map<string, Ordered & { quantity: number }>
  takenBack: TakenBackBatch
  owed: OwedChange[]
}

export const emptyBatch = (): Batch => ({
  states: new Map(),
  placed: new Map(),
  created: new Map(),
  search: new Map(),
  moreSearch: new Map(),
  mentions: [],
  toErase: new Set(),
  files: new Map(),
  counts: new Map(),
  days: new Map(),
  confirmations: new Map(),
  ordered: new Map(),
  takenBack: emptyTakenBack(),
  owed: [],
})
