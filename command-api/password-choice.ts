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

/** What a decorated common password may be longer than the common one. */
const decoration = 6

export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase()
  const plain = [...lower].map((character) => lookAlikes[character] ?? character).join('')
  return [lower, plain].some((text) =>
    [text, text.replace(/[^a-z]+$/, ''), text.replace(/^[^a-z]+|[^a-z]+$/g, '')].some(
      (core) => password.length - core.length <= decoration && common.has(core),
    ),
  )
}

/** What the contract's rules cannot say in a browser; throws with the field that breaks it. */
export const assertGoodPassword = (password: string) => {
  const refuse = (message: string) => invalidInput([{ path: 'password', message }])
  // A lone surrogate has no bytes of its own: different passwords would be taken for one.
  if (!password.isWellFormed()) throw refuse('The text holds characters that cannot be stored')
  if (isCommonPassword(password))
    throw refuse('This password is too common, please choose another one!')
}
