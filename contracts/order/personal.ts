import type { Sealed } from '../envelope.ts'
import type { OrderEvent, OrderPersonal } from './events.ts'
import type { CreateOrder } from './order.ts'

/** The texts of `OrderPersonal`. Its other parts belong to the files and to the submission. */
type PersonalText = Exclude<keyof OrderPersonal, 'fileNames' | 'submitted'>

/**
 * The personal texts of an order under their names in the event, with the name that the form and
 * the answers to staff use, and the column of `order_detail`; null when no read model shows it.
 * Decision 149.
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

/** The sealed part of an event, if it has one. */
export const sealedIn = (event: OrderEvent): Sealed | null => {
  if ('personal' in event.data) return event.data.personal
  if ('review' in event.data) return event.data.review
  return 'message' in event.data ? event.data.message : null
}
