import { z } from 'zod'
import { givenText } from '../text.ts'

/** A `Shipment` in an answer. `link` is the carrier's page for the parcel, or empty. */
export const ShownShipment = z.object({ carrier: givenText, waybill: givenText, link: givenText })
export type ShownShipment = z.infer<typeof ShownShipment>
