import { isInternational } from '@strand/contracts/catalogue/location'
import { phoneProblem } from '@strand/contracts/order/contact'
import { CreateOrder, CustomerDetails, internationalRules } from '@strand/contracts/order/order'
import type { Uploaded } from '@strand/contracts/uploads'
import { type FormErrors, formErrorsOf } from '../../shared/forms/form-errors.ts'
import type { Draft, DraftLine } from '../draft/draft.ts'

export const stepTitles = ['Customer Details', 'Select Product', 'Delivery & Upload']

/** The names of fields in "Still needed: …" and beside the fields themselves. */
export const fieldNames = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  phone: 'Phone number',
  instagramusername: 'Instagram username',
  products: 'At least one product',
  location: 'Location',
  country: 'Country',
  postalcode: 'Postal code',
  deliveryaddress: 'Delivery address',
  accountname: 'Account name',
  files: 'Proof of payment',
  tandc: 'Terms and conditions',
} as const
export type FieldName = keyof typeof fieldNames

/** What the shop says about the chosen location; null until it is known. */
export type Delivery = { locationname: string; deliveryaddress: string; price: number }

export const orderLines = (lines: DraftLine[]) =>
  lines.map((line) => ({ ...line, amount: line.price * line.quantity }))

export const orderFiles = (files: Uploaded[]) =>
  files.map(({ fileUid, fileName, fileType }) => ({ fileUid, fileName, fileType }))

export const customerErrors = (draft: Draft): FormErrors => {
  const phone = phoneProblem(draft.countrycode, draft.phone)
  return { ...(phone !== null && { phone }), ...formErrorsOf(CustomerDetails, draft) }
}

const Products = CreateOrder.pick({ products: true })
export const productErrors = (draft: Draft): FormErrors =>
  formErrorsOf(Products, { products: orderLines(draft.lines) })

const OrderFields = CreateOrder.pick({
  location: true,
  accountname: true,
  files: true,
  tandc: true,
})

/** The errors in everything that an order must have before it can be sent at all. */
export const orderErrorsOf = (draft: Draft, files: Uploaded[]): FormErrors => ({
  ...productErrors(draft),
  ...formErrorsOf(OrderFields, { ...draft, files: orderFiles(files) }),
})

const AddressFields = CreateOrder.pick({ country: true, postalcode: true, deliveryaddress: true })

/** The errors in the fields that the chosen location also requires. */
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

/** The step to go back to when the shop refuses these fields. */
export const stepOf = (fields: string[]): number => {
  if (fields.some((field) => field in CustomerDetails.shape)) return 1
  return fields.includes('products') ? 2 : 3
}

/** The furthest step that may be shown: a step with errors cannot be skipped. */
export const furthestStep = (draft: Draft): number => {
  if (Object.keys(customerErrors(draft)).length > 0) return 1
  if (Object.keys(productErrors(draft)).length > 0) return 2
  return 3
}

/** `Still needed: first name, email`; empty when nothing is needed. */
export const missingLine = (errors: FormErrors): string => {
  const names = (Object.keys(fieldNames) as FieldName[])
    .filter((field) => errors[field])
    .map((field) => fieldNames[field].replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase()))
  return names.length === 0 ? '' : `Still needed: ${names.join(', ')}`
}
