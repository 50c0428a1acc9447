/**
 * Which characters a text may contain. This is in a file of its own, because the first page load
 * must not load zod.
 */

/** NUL, which Postgres cannot store, and lone surrogates, which UTF-8 cannot encode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const unstorableCharacter = /[\u0000\p{Cs}]/u

/** Control characters except tabs and line ends. No form sends them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Line ends, including Unicode's, and characters that change the direction of text. */
const notInOneLine = /[\n\r\u0085\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Invisible characters except direction marks, which `isLine` refuses. */
const unseen =
  /(?![\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu

/**
 * An invisible joiner, with the characters around it, where it has an effect: between letters
 * (Arabic, Hindi), or in an emoji.
 */
const joining =
  /^(?:[\p{L}\p{M}][\u200c\u200d]\p{L}|(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d\p{Extended_Pictographic}|\p{Extended_Pictographic}\ufe0f)/u

const isJoining = (character: string, at: number, text: string): boolean => {
  const [before = ' '] = [...text.slice(Math.max(0, at - 2), at)].reverse()
  return joining.test(before + character + text.slice(at + 1, at + 3))
}

/** Removes invisible characters from a line, so that names that look alike are equal. */
export const seenOnly = (text: string): string =>
  text.replace(unseen, (character, at: number) => (isJoining(character, at, text) ? character : ''))

/** Removes all invisible characters, to compare texts that look alike. */
export const withoutUnseen = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

export const isStorable = (value: string) => !unstorableCharacter.test(value)
export const isText = (value: string) => isStorable(value) && !control.test(value)
export const isLine = (value: string) => !notInOneLine.test(value)

/**
 * Removes the characters that a line would refuse. Used for text in which nobody typed such
 * characters on purpose: a number from a phone's contacts can have hidden direction marks, and a
 * device can give a file any name.
 */
export const toLine = (text: string) =>
  seenOnly([...text].filter((character) => isText(character) && isLine(character)).join(''))

/** `Ada   Obi` becomes `Ada Obi`. */
export const singleSpaced = (typed: string): string => typed.replace(/\s+/g, ' ')
