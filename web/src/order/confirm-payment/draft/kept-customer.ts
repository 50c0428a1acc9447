import type { CustomerDetails } from '@strand/contracts/order/order-form'
import { readStoredJson, writeStored } from '../../../shared/browser/stored.ts'

/**
 * The key under which this phone stores the customer's details for the next order, if the customer
 * agrees.
 */
const storageKey = 'strand.customer'

/** The fields of the form's first step, and whether an order requires them. */
const isRequired: Record<keyof CustomerDetails, boolean> = {
  firstname: true,
  lastname: true,
  email: true,
  countrycode: true,
  phone: true,
  instagramusername: true,
}
export const customerFields = Object.keys(isRequired) as (keyof CustomerDetails)[]
export const requiredCustomerFields = customerFields.filter((field) => isRequired[field])

/** The stored details. Fields that were added to the form later are missing. */
export const keptCustomer = (): Partial<CustomerDetails> | null => {
  const kept = (readStoredJson('local', storageKey) ?? {}) as Partial<Record<string, unknown>>
  const fields = customerFields.filter((field) => typeof kept[field] === 'string')
  return fields.length === 0
    ? null
    : Object.fromEntries(fields.map((field) => [field, kept[field]]))
}

export const keepCustomer = (customer: CustomerDetails | null): void =>
  writeStored('local', storageKey, customer && JSON.stringify(customer))
