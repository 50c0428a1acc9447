/** Which characters a text may hold, apart from its schema: a first view has no zod yet. */

/** NUL, which Postgres cannot store, and lone surrogates, which UTF-8 cannot encode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const unstorableCharacter = /[\u0000\p{Cs}]/u

/** Control characters, which no form sends, except for tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * Line ends, including Unicode's, and characters that change the direction of the text after them.
 */
const notInOneLine = /[\n\r\u0085\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

export const isStorable = (value: string) => !unstorableCharacter.test(value)
export const isText = (value: string) => isStorable(value) && !control.test(value)
export const isLine = (value: string) => !notInOneLine.test(value)

/**
 * Removes the characters that a line would refuse, for text where nobody put them on purpose: a
 * number copied from a phone's contacts contains hidden direction marks, and a device may give a
 * file any name.
 */
export const toLine = (text: string) =>
  [...text].filter((character) => isText(character) && isLine(character)).join('')

/** `Ada   Obi` becomes `Ada Obi`. */
export const singleSpaced = (typed: string): string => typed.replace(/\s+/g, ' ')
