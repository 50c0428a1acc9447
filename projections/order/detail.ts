import type { OrderEvent, OrderLine } from '@strand/contracts/order/events'
import type { OldPrice } from '@strand/contracts/order/old-price'
import { OrderPersonal, type PersonalRow, personalRowOf } from '@strand/contracts/order/personal'
import { searchTextOf } from '@strand/contracts/order/search'

type Created = Extract<OrderEvent, { type: 'OrderCreated' }>['data']

export type OrderDetail = PersonalRow & {
  order_id: string
  created_at: string
  country: string
  location: string
  pickup: boolean
  sales_id: string
  sales: string
  /** Empty if the order has no payment code. */
  payment_code: string
  old_price: OldPrice | null
  sent_amount: number | null
  quantity: number
  delivery_price: number
  total: number
  lines: OrderLine[]
  product: string
  files: { key: string; type: string; sha256: string; name: string }[]
}

/**
 * A new order's row with its search text. Without `opened`, the row has no personal data, as after
 * an erasure.
 */
export const detailOf = (
  data: Created,
  at: string,
  opened: Record<string, unknown> | null | undefined,
) => {
  const personal = opened ? OrderPersonal.parse(opened) : null
  const row = personalRowOf(personal)
  const address = data.location.address || row.address
  const search = personal
    ? searchTextOf({
        ...personal,
        orderId: data.orderId,
        total: data.total,
        address,
        paymentCode: data.paymentCode,
        products: data.lines.map(({ product }) => product),
      })
    : ''
  const detail: OrderDetail = {
    order_id: data.orderId,
    created_at: at,
    ...row,
    country: data.country,
    location: data.location.name,
    address,
    pickup: data.location.address !== '',
    sales_id: data.sales?.salesId ?? '',
    sales: data.sales?.name ?? '',
    payment_code: data.paymentCode ?? '',
    old_price: data.oldPrice ?? null,
    sent_amount: data.sentAmount ?? null,
    quantity: data.lines.reduce((sum, line) => sum + line.quantity, 0),
    delivery_price: data.deliveryPrice,
    total: data.total,
    lines: data.lines,
    // The names include the quantities, which the people who pack the order need.
    product: data.lines.map(({ product, quantity }) => `${product} x ${quantity}`).join('||'),
    files: data.files.map(({ key, type, sha256 }, index) => ({
      key,
      type,
      sha256,
      name: personal?.fileNames[index] ?? '',
    })),
  }
  return { detail, search }
}
