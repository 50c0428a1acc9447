import { type Opened, parcelOf } from '@strand/contracts/order/personal'
import { type Shipment, shipmentAfter } from '@strand/contracts/order/shipment'
import type { OrderStatus } from '@strand/contracts/order/status'
import { addSearchText, type SearchBatch } from './search-text.ts'

type Shipped = {
  order_id: string
  shipment: Shipment | null
  steps: { shipment?: Shipment }[]
}

/** Follows a change of status, whose step is the order's last. The search finds the waybill. */
export const ship = (
  batch: SearchBatch,
  state: Shipped,
  { to, shipment }: { to: OrderStatus; shipment?: unknown },
  opened: Opened,
) => {
  const parcel = shipment ? parcelOf(opened) : undefined
  state.shipment = shipmentAfter({ to, ...(parcel && { shipment: parcel }) }, state.shipment)
  const last = state.steps.at(-1)
  if (last && parcel) last.shipment = parcel
  if (parcel && opened) addSearchText(batch, state.order_id, parcel.waybill)
}
