import { enterPhoneText } from './contact.ts'

/** Converts phone numbers to their stored form, however a customer typed or pasted them. */

/** Characters that people put between the digits of a number. */
const separators = /[\s().,/_'’"\u2010-\u2015\u2212-]/g

/** The digits that Arabic keyboards type: `٠٨٠٣` means `0803`. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/** `0803-123 4567` becomes `08031234567`, and `234 (0)803 123 4567` becomes `+2348031234567`. */
export const plainPhone = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/^\s*(?:tel:|(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\?phone=))/i, '')
    .replace(separators, '')
    .replace(/^00/, '+')
    .replace(/^\+(?=0[1-9])/, '')
    .replace(/^\+?2340?([1-9]\d{9})$/, '+234$1')

/**
 * Tidies a Nigerian number: `8031234567` and `+2348031234567` become `08031234567`. If another
 * country was chosen, the number keeps its `+234`.
 */
export const tidyPhone = (country: string, typed: string): string => {
  const phone = plainPhone(typed)
  return country === 'NG' ? phone.replace(/^(?:\+234)?([1-9]\d{9})$/, '0$1') : phone
}

/** @param phone as `plainPhone` returns it */
export const isNigerianPhone = (country: string, phone: string): boolean =>
  phone.startsWith('+') ? phone.startsWith('+234') : country === 'NG'

const twoNumbersText = 'These are two phone numbers: please enter one'

/**
 * Recognizes `08031234567 or 08098765432`, `0803 123 4567 / 0809 876 5432`, and two numbers run
 * together.
 */
const isTwoNumbers = (typed: string): boolean => {
  const parts = typed.split(/[/;,|&\n]|\b(?:or|and)\b/i).map((part) => part.replace(/\D/g, ''))
  if (parts.filter(({ length }) => length >= 7).length > 1) return true
  return /^(?:\+?234|0)\d{10}(?:\+?234|0)\d{10}$/.test(typed.replace(separators, ''))
}

/** Why a text cannot be a phone number in any country; null if it may be one. */
export const phoneTextProblem = (typed: string): string | null => {
  const phone = plainPhone(typed)
  if (!/\d/.test(phone)) return enterPhoneText
  if (isTwoNumbers(typed)) return twoNumbersText
  const [letter] = phone.match(/\p{L}/u) ?? []
  if (letter)
    return /^[oil]$/i.test(letter)
      ? `A phone number has only digits: please replace the letter “${letter}”, perhaps with ${/o/i.test(letter) ? '0' : '1'}`
      : `A phone number has only digits: there is a letter “${letter}” in it`
  const [sign] = phone.match(/(?!^)\+|[^\d+]/) ?? []
  if (sign) return `A phone number has only digits: there is “${sign}” in it`
  const { length } = phone.replace('+', '')
  if (length < 4) return 'This phone number is too short: some digits are missing'
  return length > 15 ? 'This phone number is too long: no number has more than 15 digits' : null
}

const nigerianProblem = (phone: string): string | null => {
  // A number without a plus is Nigerian if it begins with 234 and at least eight digits follow.
  const national = phone.replace(/^\+2340?|^2340?(?=\d{8})|^0/, '')
  // Old landline numbers are one digit shorter than mobile numbers.
  const isLandline = phone.startsWith('0') && /^[1-6]\d{8}$/.test(national)
  const missing = 10 - national.length
  if (isLandline) return null
  if (missing === 0)
    return /^[2789]/.test(national)
      ? null
      : `11-digit Nigerian phone numbers don’t start with 0${national[0]}`
  const amount = Math.abs(missing) === 1 ? 'One digit is' : `${Math.abs(missing)} digits are`
  return `${amount} ${missing > 0 ? 'missing' : 'too many'}: a Nigerian phone number has 11 digits, like 0803 123 4567`
}

/**
 * Why a phone number cannot exist; null if it can. Only the server checks the length of foreign
 * numbers, because it has each country's rules.
 */
export const phoneProblem = (country: string, typed: string): string | null => {
  const phone = plainPhone(typed)
  const problem = phoneTextProblem(typed)
  if (problem) return problem
  if (!isNigerianPhone(country, phone)) return null
  const nigerian = nigerianProblem(phone)
  // The customer chose another country, perhaps by mistake.
  return nigerian !== null && country !== 'NG' ? `+234 is Nigeria. ${nigerian}` : nigerian
}
