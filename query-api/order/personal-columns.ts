import { erased } from '@strand/contracts/erased'
import type { OrderPersonal } from '@strand/contracts/order/events'
import { personalFields } from '@strand/contracts/order/personal'

/** What staff see of an order's personal data: the name in one piece, and these fields. */
const shown = [
  'email',
  'phone',
  'instagramUsername',
  'accountName',
  'deliveryAddress',
  'postalCode',
] as const
type Shown = (typeof shown)[number]
type ShownText = Record<'fullname' | (typeof personalFields)[Shown]['form'], string>

/** By the name in the answers: where `detail`, an `order_detail`, has the text. */
export const personalColumns = {
  fullname: "trim(detail.first_name || ' ' || detail.last_name)",
  ...Object.fromEntries(
    shown.map((name) => [personalFields[name].form, `detail.${personalFields[name].column}`]),
  ),
} as ShownText

/** The same from the event itself. */
export const shownPersonal = (personal: OrderPersonal | null) =>
  ({
    fullname: personal ? `${personal.firstName} ${personal.lastName}`.trim() : erased,
    ...Object.fromEntries(
      shown.map((name) => [personalFields[name].form, personal?.[name] ?? erased]),
    ),
  }) as ShownText
