import { formatDeliveryPrice, formatNaira } from '@strand/contracts/naira'
import { writtenPhone } from '@strand/contracts/order/contact'
import type { CreateOrder } from '@strand/contracts/order/order-form'
import type { Shop } from '@strand/contracts/shop/shop'
import { formatNumber } from '../../../shared/format/money.tsx'
import { formatTime } from '../../../shared/format/time.ts'
import type { Delivery, DraftLine } from '../draft/draft.ts'
import { amountOf, subtotalOf } from '../draft/order-summary.ts'

/** The order's lines as they were sent. The server has checked their sum. */
export const linesOf = ({ products }: CreateOrder): DraftLine[] =>
  products.map(({ productid, ...line }) => ({ ...line, productid: productid ?? line.productname }))

export const deliveryPriceOf = (payload: CreateOrder): number =>
  payload.amount - subtotalOf(linesOf(payload))

/** The delivery address, with each part on a line of its own. */
export const placeOf = (payload: CreateOrder, location: Delivery | undefined): string =>
  [
    location?.deliveryaddress || payload.deliveryaddress,
    location?.locationname,
    [payload.postalcode, payload.country].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n')

export const receiptText = ({
  orderId,
  payload,
  sentAt,
  shop,
  location,
  url,
}: {
  orderId: string
  payload: CreateOrder
  sentAt: string
  shop: Shop | undefined
  location: Delivery | undefined
  url: string
}): string =>
  [
    shop?.name ?? '',
    `Order ${orderId}, sent ${formatTime(sentAt)}`,
    'We will confirm your payment in a separate email.',
    '',
    ...linesOf(payload).map(
      (line) =>
        `${line.productname}: ${formatNumber(line.quantity)} × ${formatNaira(line.price)} = ${formatNaira(amountOf(line))}`,
    ),
    `Delivery: ${formatDeliveryPrice(deliveryPriceOf(payload))}`,
    `Total: ${formatNaira(payload.amount)}`,
    '',
    placeOf(payload, location),
    '',
    ...(shop
      ? [
          `Paid into: ${shop.bankAccountName}, ${shop.bankName} ${shop.bankAccountNumber}`,
          `Paid from the account of: ${payload.accountname}`,
          '',
          `Questions: WhatsApp ${writtenPhone(shop.whatsapp)}, ${shop.supportEmail}`,
        ]
      : []),
    `Track your order: ${url}`,
    '',
  ].join('\n')
