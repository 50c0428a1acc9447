import { z } from 'zod'
import { isLine, isStorable, isText, seenOnly } from './characters.ts'

/**
 * The kinds of text. Every text in a request must be one of them: `text.test.ts` checks that no
 * contract has a bare `z.string()`, and a test of the whole API checks every route's schema.
 */

const tooLong = (maximum: number) => `At most ${maximum} characters, please`
export const unstorable = 'The text contains characters that cannot be stored'
export const oneLineOnly = 'The text must be one line, without hidden characters'

/**
 * Text that a person typed: trimmed, 1 to `maximum` characters, line ends allowed.
 *
 * @param message the error for a missing text
 */
export const requiredText = (message: string, maximum = 200) =>
  z.string(message).trim().min(1, message).max(maximum, tooLong(maximum)).refine(isText, unstorable)

/**
 * Like `requiredText`, but one line without invisible characters: for what appears in lists or in
 * emails' headers.
 */
export const requiredLine = (message: string, maximum = 200) =>
  z
    .string(message)
    .overwrite(seenOnly)
    .trim()
    // For a missing text, this is the only error.
    .min(1, { error: message, abort: true })
    // For a text that is too long, this is the only error.
    .max(maximum, { error: tooLong(maximum), abort: true })
    .refine(isText, unstorable)
    .refine(isLine, oneLineOnly)

export const needsLetter = 'A name has at least one letter'

/** The name of a person, or of a person's account; it must have a letter. */
export const personName = (message: string, maximum = 200) =>
  requiredLine(message, maximum).regex(/\p{L}/u, needsLetter)

/** The name of a thing. A number will do, as for hair colors. */
export const thingName = (message: string, maximum = 200) =>
  requiredLine(message, maximum).regex(/[\p{L}\p{N}]/u, 'A name has at least one letter or number')

/** Text that may be missing or empty; always a string after parsing. */
export const optionalText = (maximum = 200) =>
  z.string().trim().max(maximum, tooLong(maximum)).refine(isText, unstorable).default('')

export const optionalLine = (maximum = 200) =>
  z
    .string()
    .overwrite(seenOnly)
    .trim()
    .max(maximum, tooLong(maximum))
    .refine(isText, unstorable)
    .refine(isLine, oneLineOnly)
    .default('')

/** Text that a program made, such as an id, a key or a file name: one line, exactly as received. */
export const identifier = (maximum = 64) =>
  z.string().max(maximum, tooLong(maximum)).refine(isText, unstorable).refine(isLine, oneLineOnly)

/** A segment of a path. Text that is not an identifier becomes '', which no row has as its id. */
export const pathIdentifier = identifier(300).catch('')

/**
 * A password: exactly as typed, any characters that UTF-8 can encode.
 *
 * @param message the error for a missing password
 */
export const secretText = (message: string) => z.string(message).refine(isStorable, unstorable)

/**
 * Text that the shop itself gives, in an answer or from a stored event. It was one of the kinds
 * above when it was typed. This schema has no rules, so that old text stays readable when a kind
 * becomes stricter.
 */
export const givenText = z.string()

/** The maximum length of an order message, sales message or review, in characters. */
export const maxMessageLength = 5000
