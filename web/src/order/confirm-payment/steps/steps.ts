import type { FormErrors } from '../../../shared/forms/form-errors.ts'
import { type Draft, type FieldName, fieldNames } from '../draft/draft.ts'
import { customerFields, requiredCustomerFields } from '../draft/kept-customer.ts'

export const stepTitles = ['Customer Details', 'Select Product', 'Delivery & Upload']

/** The text beside the button until the customer has said whether they sent the earlier total. */
export const answerFirst = 'Please say first whether you have sent the money'

export const priceLine = ({ delivery }: { delivery: { isError: boolean } }): string =>
  delivery.isError ? 'The delivery price is missing' : 'Loading the delivery price…'

/** The first step with one of the fields that the shop refused. */
export const stepOf = (fields: string[]): number => {
  if (fields.some((field) => (customerFields as string[]).includes(field))) return 1
  return fields.includes('products') ? 2 : 3
}

/**
 * The required fields of the first step that are empty. Used until the rules (`rules.ts`) have
 * loaded.
 */
export const blankFields = (draft: Draft): FormErrors =>
  Object.fromEntries(
    requiredCustomerFields
      .filter((field) => draft[field].trim() === '')
      .map((field) => [field, field]),
  )

/** For example `Still needed: first name, email`; empty if there are no errors. */
export const missingLine = (errors: FormErrors): string => {
  const names = (Object.keys(fieldNames) as FieldName[])
    .filter((field) => errors[field])
    .map((field) => fieldNames[field].replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase()))
  return names.length === 0 ? '' : `Still needed: ${names.join(', ')}`
}
