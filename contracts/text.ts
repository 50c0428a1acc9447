import { z } from 'zod'

/**
 * The kinds of text. Whatever a request brings is one of them: `text.test.ts` walks all contracts and
 * finds no bare `z.string()`, and a test of the whole API walks the schema of every route.
 */

/** A NUL, which Postgres does not keep, and half of a character, for which UTF-8 has no bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const unstorableCharacter = /[\u0000\p{Cs}]/u

/** Control characters but for tab and line ends, which no form sends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Line ends, Unicode's as well, and what turns the direction of the text after it. */
const notInOneLine = /[\n\r\u0085\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const isStorable = (value: string) => !unstorableCharacter.test(value)
const isText = (value: string) => isStorable(value) && !control.test(value)
const isLine = (value: string) => !notInOneLine.test(value)

const tooLong = (maximum: number) => `At most ${maximum} characters, please`
export const unstorable = 'The text holds characters that cannot be stored'
export const oneLineOnly = 'The text must be one line, without hidden characters'

/** Text of a person, trimmed, 1 to `maximum` characters, lines and all; `message` when it is missing. */
export const requiredText = (message: string, maximum = 200) =>
  z.string(message).trim().min(1, message).max(maximum, tooLong(maximum)).refine(isText, unstorable)

/** The same in one line: names, whatever stands in a list or in the head of a mail. */
export const requiredLine = (message: string, maximum = 200) =>
  requiredText(message, maximum).refine(isLine, oneLineOnly)

/** Text that may be left out or empty; always a string once parsed. */
export const optionalText = (maximum = 200) =>
  z.string().trim().max(maximum, tooLong(maximum)).refine(isText, unstorable).default('')

/** The same in one line. */
export const optionalLine = (maximum = 200) =>
  z
    .string()
    .trim()
    .max(maximum, tooLong(maximum))
    .refine(isText, unstorable)
    .refine(isLine, oneLineOnly)
    .default('')

/** An id, a key, a file's name or another text of a program's making: one line, exactly as it came. */
export const identifier = (maximum = 64) =>
  z.string().max(maximum, tooLong(maximum)).refine(isText, unstorable).refine(isLine, oneLineOnly)

/** A part of an address, up to the router's own limit. What is no identifier is the id of nothing. */
export const pathIdentifier = identifier(300).catch('')

/**
 * What a line would refuse left out, for where nobody meant it: a number copied from a phone's
 * contacts comes with hidden marks of direction, and a file is called whatever its owner's device likes.
 */
export const asLine = (text: string) =>
  [...text].filter((character) => isText(character) && isLine(character)).join('')

/** A password: any characters that have bytes, exactly as they were typed; `message` when missing. */
export const secretText = (message: string) => z.string(message).refine(isStorable, unstorable)

/**
 * Text that the product itself gives: in an answer, or in a stored event as it is read back. It was
 * one of the kinds above when it came in; what was stored before a kind grew stricter stays readable.
 */
export const givenText = z.string()

/** Longest order message, sales message and review. */
export const maximumMessageLength = 5000

/** Whether a date as written, which begins with its year, is of the years that the shop knows. */
export const isOfKnownYears = (written: string) => {
  const year = Number(written.slice(0, 4))
  return !(year < 2000 || year > 2100)
}
export const unknownYear = 'The year must be from 2000 to 2100'
