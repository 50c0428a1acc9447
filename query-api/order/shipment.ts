import { parcelLink } from '@strand/contracts/order/carriers'
import type { Shipment } from '@strand/contracts/order/shipment'
import type { ShownShipment } from '@strand/contracts/order/shown-shipment'

export const shownShipment = (shipment: Shipment | null | undefined): ShownShipment | null =>
  shipment ? { ...shipment, link: parcelLink(shipment) } : null
