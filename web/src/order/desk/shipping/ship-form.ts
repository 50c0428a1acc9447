import { ShipOrder } from '@strand/contracts/order/ship-orders'
import type { Shipment } from '@strand/contracts/order/shipment'
import { maxMessageLength, optionalText } from '@strand/contracts/text'
import { z } from 'zod'

export const fieldOf = (part: keyof Shipment, orderId: string) => `${part} ${orderId}`

type Values = Record<string, string>
const parts = ['carrier', 'waybill'] as const

const forEach = <Value>(orderIds: readonly string[], value: (part: keyof Shipment) => Value) =>
  Object.fromEntries(
    orderIds.flatMap((id) => parts.map((part) => [fieldOf(part, id), value(part)] as const)),
  )

export const shipForm = (orderIds: readonly string[]) =>
  z
    .object({
      ...forEach(orderIds, (part) => ShipOrder.shape[part]),
      message: optionalText(maxMessageLength),
    })
    .transform((valid: Values) => ({
      orders: orderIds.map((orderId) => ({
        orderId,
        carrier: valid[fieldOf('carrier', orderId)] ?? '',
        waybill: valid[fieldOf('waybill', orderId)] ?? '',
      })),
      message: valid.message ?? '',
    }))

export const emptyShipForm = (orderIds: readonly string[]): Values => ({
  ...forEach(orderIds, () => ''),
  message: '',
})

/**
 * The field values from a pasted list. If a line has no carrier, the order's carrier field stays as
 * it is. If a line has no waybill, the order's waybill field becomes empty.
 */
export const pastedFields = (parcels: ReadonlyMap<string, Shipment>): Values =>
  Object.fromEntries(
    [...parcels].flatMap(([id, parcel]) =>
      parts
        .filter((part) => part === 'waybill' || parcel[part] !== '')
        .map((part) => [fieldOf(part, id), parcel[part]] as const),
    ),
  )
