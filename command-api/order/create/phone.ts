import type { CreateOrder } from '@strand/contracts/order/order-form'
import { isNigerianPhone, phoneProblem, tidyPhone } from '@strand/contracts/order/phone'
import { invalidInput } from '@strand/event-sourcing/errors'
import { isSupportedCountry, validatePhoneNumberLength } from 'libphonenumber-js'

/**
 * Returns the phone number as the shop stores it. Throws for a number that cannot exist. Of foreign
 * numbers, checks only the length: a range of numbers may be newer than the library's data, and the
 * shop must not refuse a customer who has paid.
 */
export const checkedPhone = ({ countrycode, phone }: CreateOrder): string => {
  const message = phoneProblem(countrycode, phone) ?? foreignProblem(countrycode, phone)
  if (message) throw invalidInput([{ path: 'phone', message }])
  return tidyPhone(countrycode, phone)
}

const countryName = new Intl.DisplayNames(['en'], { type: 'region' })

const foreignProblem = (country: string, phone: string): string | null => {
  if (isNigerianPhone(country, phone)) return null
  const known = isSupportedCountry(country) ? country : undefined
  const isInternational = phone.startsWith('+')
  if (!known && !isInternational) return null
  const place = isInternational ? 'its country' : (countryName.of(country) ?? country)
  switch (validatePhoneNumberLength(phone, known)) {
    case undefined:
      return null
    case 'TOO_SHORT':
      return `This phone number is too short for ${place}: a digit is missing, or it belongs to another country`
    case 'TOO_LONG':
      return `This phone number is too long for ${place}: it has an extra digit, or belongs to another country`
    case 'INVALID_COUNTRY':
      return 'No country has phone numbers that start like this: please check the digits after the +'
    default:
      return `This phone number has the wrong length for ${place}: please count its digits`
  }
}
