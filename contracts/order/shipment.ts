import { z } from 'zod'
import { givenText } from '../text.ts'
import type { OrderStatus } from './status.ts'

/** The carrier and number of a parcel. Sealed inside the event. */
export const Shipment = z.object({ carrier: givenText, waybill: givenText })
export type Shipment = z.infer<typeof Shipment>

/**
 * The shipment after a change of status: a return brings back the same parcel, every other change
 * starts again.
 */
export const shipmentAfter = <Parcel>(
  change: { to: OrderStatus; shipment?: Parcel },
  before: Parcel | null,
): Parcel | null => (change.to === 'returned' ? before : (change.shipment ?? null))
