import { isInternational } from '@strand/contracts/catalogue/location'
import { instagramName } from '@strand/contracts/order/instagram'
import {
  CreateOrder,
  CustomerDetails,
  internationalRules,
} from '@strand/contracts/order/order-form'
import { phoneProblem, tidyPhone } from '@strand/contracts/order/phone'
import type { Uploaded } from '@strand/contracts/uploads'
import {
  type FormErrors,
  firstErrorPerField,
  formErrorsOf,
} from '../../../shared/forms/form-errors.ts'
import type { Delivery, Draft, DraftLine, PageField } from '../draft/draft.ts'
import { customerFields } from '../draft/kept-customer.ts'
import { subtotalOf } from '../draft/order-summary.ts'

const orderLines = (lines: DraftLine[]) =>
  lines.map((line) => ({ ...line, amount: line.price * line.quantity }))

const orderFiles = (files: Uploaded[]) =>
  files.map(({ fileUid, fileName, fileType }) => ({ fileUid, fileName, fileType }))

export const customerErrors = (draft: Draft): FormErrors => {
  const phone = phoneProblem(draft.countrycode, draft.phone)
  return { ...(phone !== null && { phone }), ...formErrorsOf(CustomerDetails, draft) }
}

/**
 * Converts pasted or typed text into the form in which it is stored. Invalid text stays as it is.
 */
export const tidied = (draft: Draft): Pick<Draft, 'phone' | 'instagramusername'> => ({
  phone:
    phoneProblem(draft.countrycode, draft.phone) === null
      ? tidyPhone(draft.countrycode, draft.phone)
      : draft.phone,
  instagramusername: instagramName(draft.instagramusername),
})

const Products = CreateOrder.pick({ products: true })
export const productErrors = (draft: Draft): FormErrors =>
  formErrorsOf(Products, { products: orderLines(draft.lines) })

const addressFields = { country: true, postalcode: true, deliveryaddress: true } as const
const stepOneFields = Object.fromEntries(customerFields.map((field) => [field, true])) as Record<
  keyof CustomerDetails,
  true
>
const pageFields = {
  amount: true,
  salesid: true,
  paymentCode: true,
  promise: true,
  confirmAnyway: true,
  sentAmount: true,
} as const satisfies Record<PageField, true>

/**
 * The fields of an order that no other rule in this file checks. They include any field that is
 * added to the contract later, so that it is checked, too.
 */
const OrderFields = CreateOrder.omit({
  ...stepOneFields,
  ...addressFields,
  ...pageFields,
  products: true,
})

export const orderErrorsOf = (draft: Draft, files: Uploaded[]): FormErrors => ({
  ...productErrors(draft),
  ...formErrorsOf(OrderFields, { ...draft, files: orderFiles(files) }),
})

const AddressFields = CreateOrder.pick(addressFields)

export const locationErrors = (draft: Draft, delivery: Delivery | null): FormErrors => {
  if (!delivery) return {}
  const errors = formErrorsOf(AddressFields, draft)
  const needed: (keyof typeof internationalRules)[] = [
    ...(isInternational(delivery.locationname) ? (['country', 'postalcode'] as const) : []),
    ...(delivery.deliveryaddress === '' ? (['deliveryaddress'] as const) : []),
  ]
  for (const field of needed)
    if (draft[field].trim() === '') errors[field] ??= internationalRules[field]
  return errors
}

/** The last step that the customer may open. A step with errors cannot be skipped. */
export const furthestStep = (draft: Draft): number => {
  if (Object.keys(customerErrors(draft)).length > 0) return 1
  if (Object.keys(productErrors(draft)).length > 0) return 2
  return 3
}

export const orderOf = ({
  draft,
  files,
  price,
  salesid,
  paymentCode,
}: {
  draft: Draft
  files: Uploaded[]
  /** The delivery's price, in naira. */
  price: number
  salesid: string
  /** Empty without a code. */
  paymentCode: string
}): { order: CreateOrder | null; errors: FormErrors } => {
  const { data, error } = CreateOrder.safeParse({
    ...draft,
    products: orderLines(draft.lines),
    files: orderFiles(files),
    amount: subtotalOf(draft.lines) + price,
    salesid,
    paymentCode,
    promise: draft.promise?.promise ?? '',
    confirmAnyway: draft.insists,
    sentAmount: draft.paidamount,
  })
  return { order: data ?? null, errors: firstErrorPerField(error?.issues ?? []) }
}
