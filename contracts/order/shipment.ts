import { z } from 'zod'
import { givenText } from '../text.ts'
import type { OrderStatus } from './status.ts'

/** A parcel's carrier and number; events seal both. */
export const Shipment = z.object({ carrier: givenText, waybill: givenText })
export type Shipment = z.infer<typeof Shipment>

/**
 * The shipment after a change of status: a return keeps the parcel, and any other change replaces
 * it.
 */
export const shipmentAfter = <Parcel>(
  change: { to: OrderStatus; shipment?: Parcel },
  before: Parcel | null,
): Parcel | null => (change.to === 'returned' ? before : (change.shipment ?? null))
