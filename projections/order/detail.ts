import { erased } from '@strand/contracts/erased'
import { type OrderEvent, type OrderLine, OrderPersonal } from '@strand/contracts/order/events'
import { searchTextOf } from '@strand/contracts/order/search'

type Created = Extract<OrderEvent, { type: 'OrderCreated' }>['data']

/** A row of `order_detail`. */
export type OrderDetail = {
  order_id: string
  /** ISO 8601. */
  created_at: string
  first_name: string
  last_name: string
  email: string
  phone: string
  instagram: string
  account_name: string
  country: string
  location: string
  address: string
  pickup: boolean
  postal_code: string
  sales_id: string
  sales: string
  quantity: number
  delivery_price: number
  total: number
  lines: OrderLine[]
  product: string
  files: { key: string; type: string; sha256: string; name: string }[]
}

/** A new order's row, and its search text. */
export const detailOf = (
  data: Created,
  at: string,
  opened: Record<string, unknown> | null | undefined,
) => {
  const personal = opened ? OrderPersonal.parse(opened) : nobody(data)
  const search = opened
    ? searchTextOf({ orderId: data.orderId, ...personal })
    : erasedSearch(data.orderId)
  const detail: OrderDetail = {
    order_id: data.orderId,
    created_at: at,
    first_name: personal.firstName,
    last_name: personal.lastName,
    email: personal.email,
    phone: personal.phone,
    instagram: personal.instagramUsername,
    account_name: personal.accountName,
    country: data.country,
    location: data.location.name,
    address: data.location.address || personal.deliveryAddress,
    pickup: data.location.address !== '',
    postal_code: personal.postalCode,
    sales_id: data.sales?.salesId ?? '',
    sales: data.sales?.name ?? '',
    quantity: data.lines.reduce((sum, line) => sum + line.quantity, 0),
    delivery_price: data.deliveryPrice,
    total: data.total,
    lines: data.lines,
    product: data.lines.map(({ product, quantity }) => `${product} x ${quantity}`).join('||'),
    files: data.files.map(({ key, type, sha256 }, index) => ({
      key,
      type,
      sha256,
      name: personal.fileNames[index] ?? '',
    })),
  }
  return { detail, search }
}

/** The search text of an order whose customer has been erased. */
export const erasedSearch = (orderId: string) => orderId.toLowerCase()

/** Placeholder for the customer of an order whose key is destroyed. */
const nobody = (data: Created): OrderPersonal => ({
  ...{ firstName: erased, lastName: '', email: erased, countryCode: '', phone: erased },
  ...{ instagramUsername: erased, accountName: erased, deliveryAddress: erased },
  postalCode: data.country === '' ? '' : erased,
  fileNames: [],
})

/** The same for a row written while the key still existed; `projection.ts` does the same in SQL. */
export const eraseDetail = (detail: OrderDetail): OrderDetail => ({
  ...detail,
  ...{ first_name: erased, last_name: '', email: erased, phone: erased, instagram: erased },
  account_name: erased,
  address: detail.pickup ? detail.address : erased,
  postal_code: detail.country === '' ? '' : erased,
  files: [],
})
