import { unstorable } from '@strand/contracts/text'
import { invalidInput } from '@strand/event-sourcing/errors'
import { dictionary } from '@zxcvbn-ts/language-common'
import { type Account, detailsOf } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'

/**
 * The 3000 most common passwords of zxcvbn's list (MIT), most common first. None of them meets our
 * rules unchanged, but the variants that people make to meet such rules ("Password1!") are as easy
 * to guess. So a password is refused if stripping the characters that are not letters from its ends
 * leaves one of these.
 */
const commonPasswords = new Set(dictionary['passwords-common'].slice(0, 3000))

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

/** At most this many characters that are not letters are stripped at each end. */
const maxDecoration = 6

/** Yields the text with every possible number of non-letters stripped at both ends. */
const coresOf = function* (text: string) {
  const leading = /^[^a-z]*/.exec(text)?.[0].length ?? 0
  const trailing = /[^a-z]*$/.exec(text)?.[0].length ?? 0
  for (let left = 0; left <= Math.min(leading, maxDecoration); left++)
    for (let right = 0; right <= Math.min(trailing, maxDecoration); right++)
      if (left + right < text.length) yield text.slice(left, text.length - right)
}

const plainLetters = (text: string) =>
  [...text].map((character) => lookAlikes[character] ?? character).join('')

export const isCommonPassword = (password: string): boolean => {
  for (const core of coresOf(password.toLowerCase()))
    if (commonPasswords.has(core) || commonPasswords.has(plainLetters(core))) return true
  return false
}

/**
 * Shorter names occur in too many words, so they count only if nothing else is left of the password
 * after stripping.
 */
const minimumNameLength = 4

/** Letters and digits only, without accents: 'Bọ́la Eze' becomes 'bolaeze'. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether a password contains one of these names, or a word from one. Strangers who know the person
 * try these first. Punctuation and look-alike characters do not hide a name.
 */
export const containsName = (password: string, names: string[]): boolean => {
  const lower = password.normalize('NFKD').toLowerCase()
  const texts = [bare(lower), bare(plainLetters(lower))]
  const cores = new Set([...coresOf(lower)].flatMap((core) => [core, plainLetters(core)]))
  return names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}\p{M}]+/u)])
    .map(bare)
    .some((name) =>
      name.length >= minimumNameLength
        ? texts.some((text) => text.includes(name))
        : name.length > 1 && cores.has(name),
    )
}

/** Checks the rules that the browser cannot check. Throws an error that names the field. */
export const assertStrongPassword = (password: string) => {
  const refuse = (message: string) => invalidInput([{ path: 'password', message }])
  // A lone surrogate has no encoding, so passwords that differ only in one would count as the same.
  if (!password.isWellFormed()) throw refuse(unstorable)
  if (isCommonPassword(password))
    throw refuse('This password is too common, please choose another one!')
}

/**
 * Call this only after the caller has proved that they are this person, because the error reveals
 * their name.
 */
export const assertNoNameInPassword = async (
  { personalData, shopName }: Pick<UserDependencies, 'personalData' | 'shopName'>,
  account: Account,
  password: string,
) => {
  const { firstname, lastname } = await detailsOf(personalData, account)
  const [mailbox = ''] = account.email.split('@')
  if (containsName(password, [shopName, firstname, lastname, mailbox]))
    throw invalidInput([
      {
        path: 'password',
        message:
          'Password should not contain your name, your email address or the name of the shop!',
      },
    ])
}
