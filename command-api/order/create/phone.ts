import { isNigerianPhone, phoneProblem } from '@strand/contracts/order/contact'
import type { CreateOrder } from '@strand/contracts/order/order'
import { invalidInput } from '@strand/platform/http/errors'
import { isSupportedCountry, validatePhoneNumberLength } from 'libphonenumber-js'

const foreignText = 'Please check the phone number: it is too short or too long for its country'

/**
 * Rejects a phone number that cannot exist. Only its length is checked: a customer who has paid is
 * not turned away because a range of numbers is newer than the library's data.
 */
export const assertPhone = ({ countrycode, phone }: CreateOrder): void => {
  const message = phoneProblem(countrycode, phone) ?? foreignProblem(countrycode, phone)
  if (message) throw invalidInput([{ path: 'phone', message }])
}

const foreignProblem = (country: string, phone: string): string | null => {
  if (isNigerianPhone(country, phone)) return null
  if (!isSupportedCountry(country) && !phone.startsWith('+')) return null
  const problem = isSupportedCountry(country)
    ? validatePhoneNumberLength(phone, country)
    : validatePhoneNumberLength(phone)
  return problem ? foreignText : null
}
