import { erased } from '@strand/contracts/erased'

/** What the public sees of a person: enough for customers to recognize their own order. */

/** `Ada O.` */
export const maskedName = (firstName: string, lastName: string): string => {
  const initial = [...lastName.trim()][0]
  return initial ? `${firstName.trim()} ${initial.toUpperCase()}.` : firstName.trim()
}

/** `*******4567`: masks all digits but the last few, and drops other characters. */
export const maskedPhone = (phone: string, shown = 4): string => {
  if (phone === erased) return erased
  const digits = phone.replace(/\D/g, '')
  return digits.slice(Math.max(0, digits.length - shown)).padStart(digits.length, '*')
}

/** `ad*****`; a leading @ is dropped. */
export const maskedInstagram = (name: string): string => {
  if (name === erased) return erased
  const characters = [...name.trim().replace(/^@/, '')]
  return characters.map((character, index) => (index < 2 ? character : '*')).join('')
}
