import { z } from 'zod'
import type { Sealed } from '../envelope.ts'
import { erased } from '../erased.ts'
import { givenText } from '../text.ts'
import type { OrderEvent } from './events.ts'
import type { CreateOrder } from './order-form.ts'
import type { Shipment } from './shipment.ts'

/**
 * The personal texts of an order. `OrderCreated` seals all of them; staff and the read model get
 * those with a column in `personalFields`. A text that is added later needs `.default('')` and
 * comes last.
 */
const personalTexts = {
  firstName: givenText,
  lastName: givenText,
  email: givenText,
  countryCode: givenText.describe('The phone number’s country as a two-letter ISO 3166-1 code.'),
  phone: givenText,
  instagramUsername: givenText,
  accountName: givenText,
  deliveryAddress: givenText.describe('Empty if the location has a pick-up address.'),
  postalCode: givenText,
}
type PersonalText = keyof typeof personalTexts

/**
 * For each text: its name in the form and in responses to staff (`form`), its column in
 * `order_detail`, or null if no read model has the text (`column`), and what replaces it after
 * erasure (`left`). A text that an order may lack is replaced by nothing, so that nobody can see
 * whether there was one. A full name is replaced by a single `erased`.
 */
export const personalFields = {
  firstName: { form: 'firstname', column: 'first_name', left: erased },
  lastName: { form: 'lastname', column: 'last_name', left: '' },
  email: { form: 'email', column: 'email', left: erased },
  countryCode: { form: 'countrycode', column: null, left: '' },
  phone: { form: 'phone', column: 'phone', left: erased },
  instagramUsername: { form: 'instagramusername', column: 'instagram', left: erased },
  accountName: { form: 'accountname', column: 'account_name', left: erased },
  deliveryAddress: { form: 'deliveryaddress', column: 'address', left: erased },
  postalCode: { form: 'postalcode', column: 'postal_code', left: '' },
} as const satisfies Record<
  PersonalText,
  { form: keyof CreateOrder; column: string | null; left: '' | typeof erased }
>

export const OrderPersonal = z.object({
  ...personalTexts,
  fileNames: z
    .array(givenText)
    .describe('The proof files’ names on the customer’s device, in the same order as `files`.'),
  submitted: z
    .object({ form: givenText, files: z.array(givenText) })
    .describe(
      'Hashes of the submission. If the same idempotency key is sent again, they show whether it comes with the same submission or with a different order. An upload is represented by its `fileUid`. Absent in the oldest orders.',
    )
    .exactOptional(),
})
export type OrderPersonal = z.infer<typeof OrderPersonal>

type PersonalFields = typeof personalFields
type PersonalForm = Pick<CreateOrder, PersonalFields[PersonalText]['form']>
export type PersonalRow = Record<NonNullable<PersonalFields[PersonalText]['column']>, string>

const names = Object.keys(personalFields) as PersonalText[]

/** The two names become one full name. Every other text with a column is shown to staff. */
type NamePart = 'firstName' | 'lastName'
type ShownText = {
  [Name in Exclude<PersonalText, NamePart>]: PersonalFields[Name]['column'] extends null
    ? never
    : Name
}[Exclude<PersonalText, NamePart>]
export const shownTexts = names.filter(
  (name): name is ShownText =>
    name !== 'firstName' && name !== 'lastName' && personalFields[name].column !== null,
)

/** The personal fields in a row for staff, by their names in the form. */
export const shownPersonalFields = Object.fromEntries(
  ['fullname', ...shownTexts.map((name) => personalFields[name].form)].map((name) => [
    name,
    givenText,
  ]),
) as Record<'fullname' | PersonalFields[ShownText]['form'], typeof givenText>

/** The texts of the first release, which `fingerprint.ts` names one by one. */
const firstTexts: readonly PersonalText[] = [
  'firstName',
  'lastName',
  'email',
  'countryCode',
  'phone',
  'instagramUsername',
  'accountName',
  'deliveryAddress',
  'postalCode',
]

/**
 * The customer's texts in the fields that were added after the first release, by name. Two
 * submissions that differ in one of them are different.
 */
export const laterTextsOf = (form: PersonalForm): [string, string][] =>
  names.flatMap((name) => {
    const given = form[personalFields[name].form]
    return firstTexts.includes(name) || given === '' ? [] : [[name, given]]
  })

export const personalOfForm = (form: PersonalForm) =>
  Object.fromEntries(names.map((name) => [name, form[personalFields[name].form]])) as Record<
    PersonalText,
    string
  >

/** A text, or what is left of it after erasure. */
export const textOrLeft = (personal: OrderPersonal | null, name: PersonalText): string =>
  personal?.[name] ?? personalFields[name].left

export const personalRowOf = (personal: OrderPersonal | null) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { column } = personalFields[name]
      return column === null ? [] : [[column, textOrLeft(personal, name)]]
    }),
  ) as PersonalRow

type SealedField<Event = OrderEvent> = Event extends OrderEvent
  ? {
      [Field in keyof Event['data']]-?: NonNullable<Event['data'][Field]> extends Sealed
        ? Field
        : never
    }[keyof Event['data']]
  : never

const sealedFields: ReadonlySet<string> = new Set(
  Object.keys({
    personal: true,
    message: true,
    review: true,
    shipment: true,
    text: true,
    reason: true,
    note: true,
  } satisfies Record<SealedField, true>),
)

export const sealedIn = (event: OrderEvent): Sealed[] => [
  ...Object.entries(event.data).flatMap(([field, value]) =>
    value !== null && sealedFields.has(field) ? [value as Sealed] : [],
  ),
  ...sealedEvidence(event),
]

/** The sealed reason for an approval without money, also in the first of two approvals. */
const sealedEvidence = ({ data }: OrderEvent): Sealed[] =>
  'evidence' in data && data.evidence && 'without' in data.evidence ? [data.evidence.without] : []

/**
 * The contents of an event's sealed boxes: undefined if it has none, null if they can never be
 * opened again.
 */
export type Opened = Record<string, unknown> | null | undefined

/** The text that an event seals; `erased` if it cannot be opened. */
export const textOf = (opened: Opened): string => (opened ? String(opened.text ?? '') : erased)

/** The shipment that an event seals; `erased` if it cannot be opened. */
export const parcelOf = (opened: Opened): Shipment => ({
  carrier: String(opened?.carrier ?? erased),
  waybill: String(opened?.waybill ?? erased),
})

/**
 * Puts the contents of several events' boxes together again.
 *
 * @param contents the contents of all boxes, in order
 */
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
