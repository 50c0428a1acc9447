import type { Sealed } from '../envelope.ts'
import { erased } from '../erased.ts'
import type { OrderEvent, OrderPersonal } from './events.ts'
import type { CreateOrder } from './order.ts'
import type { Shipment } from './shipment.ts'

/** The texts of `OrderPersonal`. Its other parts belong to the files and to the submission. */
type PersonalText = Exclude<keyof OrderPersonal, 'fileNames' | 'submitted'>

/**
 * The personal texts of an order under their names in the event, with the name that the form and
 * the answers to staff use, and the column of `order_detail`; null when no read model shows it.
 */
export const personalFields = {
  firstName: { form: 'firstname', column: 'first_name' },
  lastName: { form: 'lastname', column: 'last_name' },
  email: { form: 'email', column: 'email' },
  countryCode: { form: 'countrycode', column: null },
  phone: { form: 'phone', column: 'phone' },
  instagramUsername: { form: 'instagramusername', column: 'instagram' },
  accountName: { form: 'accountname', column: 'account_name' },
  deliveryAddress: { form: 'deliveryaddress', column: 'address' },
  postalCode: { form: 'postalcode', column: 'postal_code' },
} as const satisfies Record<PersonalText, { form: keyof CreateOrder; column: string | null }>

type PersonalFields = typeof personalFields
type PersonalForm = Pick<CreateOrder, PersonalFields[PersonalText]['form']>
/** The personal columns of `order_detail`. */
export type PersonalRow = Record<NonNullable<PersonalFields[PersonalText]['column']>, string>

const names = Object.keys(personalFields) as PersonalText[]

export const personalOfForm = (form: PersonalForm) =>
  Object.fromEntries(names.map((name) => [name, form[personalFields[name].form]])) as Record<
    PersonalText,
    string
  >

/** The columns of personal data that can no longer be read are empty. */
export const personalRowOf = (personal: OrderPersonal | null) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { column } = personalFields[name]
      return column === null ? [] : [[column, personal?.[name] ?? '']]
    }),
  ) as PersonalRow

/** The fields of events that are sealed. */
const sealedFields = ['personal', 'message', 'review', 'shipment', 'text', 'reason', 'note']

/** The sealed parts of an event. */
export const sealedIn = (event: OrderEvent): Sealed[] => [
  ...Object.entries(event.data).flatMap(([field, value]) =>
    value !== null && sealedFields.includes(field) ? [value as Sealed] : [],
  ),
  ...sealedEvidence(event),
]

/** The reason for an approval without money. */
const sealedEvidence = (event: OrderEvent): Sealed[] => {
  const evidence = event.type === 'OrderApproved' ? event.data.evidence : null
  return evidence && 'without' in evidence ? [evidence.without] : []
}

/** What an event's sealed parts say: there are none (undefined), unreadable forever (null), or read. */
export type Opened = Record<string, unknown> | null | undefined

/** The sealed text of an event that has one. */
export const textOf = (opened: Opened): string => (opened ? String(opened.text ?? '') : erased)

/** The sealed shipment of an event that has one. */
export const parcelOf = (opened: Opened): Shipment => ({
  carrier: String(opened?.carrier ?? erased),
  waybill: String(opened?.waybill ?? erased),
})

/** Puts what was opened back together for each event: `contents` are those of all parts in order. */
export const openedOf = (
  parts: Sealed[][],
  contents: readonly (Record<string, unknown> | null)[],
): Opened[] => {
  let next = 0
  return parts.map((ofEvent) => {
    const opened = ofEvent.map(() => contents[next++] ?? null)
    if (opened.length === 0) return undefined
    return opened.includes(null) ? null : Object.assign({}, ...opened)
  })
}
