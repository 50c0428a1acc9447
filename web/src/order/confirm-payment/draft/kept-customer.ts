import type { CustomerDetails } from '@strand/contracts/order/order'

/** The customer's details, kept on this phone for the next order if they want that. */
const storageKey = 'strand.customer'

/** The fields of the form's first step. */
export const customerFields = [
  'firstname',
  'lastname',
  'email',
  'countrycode',
  'phone',
  'instagramusername',
] as const satisfies (keyof CustomerDetails)[]

export const keptCustomer = (): CustomerDetails | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return customerFields.every((field) => typeof kept?.[field] === 'string') ? kept : null
  } catch {
    return null
  }
}

export const keepCustomer = (customer: CustomerDetails | null): void => {
  try {
    if (customer) localStorage.setItem(storageKey, JSON.stringify(customer))
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage there is nothing to keep, and nothing to forget.
  }
}
