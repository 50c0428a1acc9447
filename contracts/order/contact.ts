/**
 * Contact details in the one form that is stored, however a customer typed or pasted them.
 */

/** The country of a phone number, unless another one is chosen. */
export const defaultCountryCode = 'NG'

/** `+234 803-123 4567` becomes `08031234567`; a number abroad loses its separators. */
export const plainPhone = (typed: string): string =>
  typed
    .replace(/[\s()./\u2010-\u2015-]/g, '')
    .replace(/^00/, '+')
    .replace(/^\+?2340?(\d{10})$/, '0$1')

/** `@ada.hair` and `https://www.instagram.com/ada.hair?igsh=x` become `ada.hair`. */
export const instagramName = (typed: string): string =>
  typed
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.|m\.)?(?:instagram\.com|instagr\.am)(?:\/_u)?\//i, '')
    .replace(/^[@\s]+/, '')
    .replace(/[/?#].*$/, '')

/** Whether a number, as `plainPhone` returns it, is one of Nigeria. */
export const isNigerianPhone = (country: string, phone: string): boolean =>
  phone.startsWith('+') ? phone.startsWith('+234') : country === 'NG'

export const nigerianPhoneText = 'A Nigerian phone number has 10 or 11 digits'

/**
 * Why a phone number cannot be right, or null. Only the server, which has each country's rules,
 * checks numbers abroad.
 */
export const phoneProblem = (country: string, typed: string): string | null => {
  const phone = plainPhone(typed)
  return isNigerianPhone(country, phone) && !/^\d{10,11}$/.test(phone) ? nigerianPhoneText : null
}
