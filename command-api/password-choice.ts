import { unstorable } from '@strand/contracts/text'
import { invalidInput } from '@strand/platform/http-errors'
import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The 3000 most common passwords, by zxcvbn's list (MIT), most common first. None of them meets our
 * rules as it stands, and what people make of them to meet such rules ("Password1!") is as easily
 * guessed: so a password is refused when one of them is what remains of it.
 */
const common = new Set(dictionary['passwords-common'].slice(0, 3000))

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** At most so many characters that are no letters may stand before and behind a common password. */
const decoration = 6

/** The texts that remain when such characters are taken away at both ends, one after the other. */
const coresOf = function* (text: string) {
  const before = /^[^a-z]*/.exec(text)?.[0].length ?? 0
  const behind = /[^a-z]*$/.exec(text)?.[0].length ?? 0
  for (let left = 0; left <= Math.min(before, decoration); left++)
    for (let right = 0; right <= Math.min(behind, decoration); right++)
      if (left + right < text.length) yield text.slice(left, text.length - right)
}

export const isCommonPassword = (password: string): boolean => {
  for (const core of coresOf(password.toLowerCase())) {
    const plain = [...core].map((character) => lookAlikes[character] ?? character).join('')
    if (common.has(core) || common.has(plain)) return true
  }
  return false
}

/** What the contract's rules cannot say in a browser; throws with the field that breaks it. */
export const assertGoodPassword = (password: string) => {
  const refuse = (message: string) => invalidInput([{ path: 'password', message }])
  // A lone surrogate has no bytes of its own: different passwords would be taken for one.
  if (!password.isWellFormed()) throw refuse(unstorable)
  if (isCommonPassword(password))
    throw refuse('This password is too common, please choose another one!')
}
