import { z } from 'zod'

/** Control characters but for tab and line ends, which a form never sends and no database keeps. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to refuse
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Halves of a character; `isWellFormed` says the same, but not on a phone of 2022. */
const loneSurrogate = /\p{Cs}/u

const sound = (value: string) => !loneSurrogate.test(value) && !control.test(value)

const tooLong = (maximum: number) => `At most ${maximum} characters, please`
export const unstorable = 'The text holds characters that cannot be stored'

/** Text of a person, trimmed, 1 to `maximum` characters; `message` when it is missing. */
export const requiredText = (message: string, maximum = 200) =>
  z.string(message).trim().min(1, message).max(maximum, tooLong(maximum)).refine(sound, unstorable)

/** Text that may be left out or empty; always a string once parsed. */
export const optionalText = (maximum = 200) =>
  z.string().trim().max(maximum, tooLong(maximum)).refine(sound, unstorable).default('')

/** Longest order message, sales message and review. */
export const maximumMessageLength = 5000
