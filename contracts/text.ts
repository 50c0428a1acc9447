import { z } from 'zod'
import { isLine, isStorable, isText, seenOnly } from './characters.ts'

/**
 * The kinds of text. All text in a request must be one of them: `text.test.ts` walks all contracts
 * and checks that none has a bare `z.string()`, and a test of the whole API walks every route's
 * schema.
 */

const tooLong = (maximum: number) => `At most ${maximum} characters, please`
export const unstorable = 'The text contains characters that cannot be stored'
export const oneLineOnly = 'The text must be one line, without hidden characters'

/**
 * Text typed by a person, trimmed, 1 to `maximum` characters, line ends allowed; `message` is the
 * text for a missing value.
 */
export const requiredText = (message: string, maximum = 200) =>
  z.string(message).trim().min(1, message).max(maximum, tooLong(maximum)).refine(isText, unstorable)

/**
 * The same in one line, without invisible characters: for anything that appears in a list or in a
 * mail's headers.
 */
export const requiredLine = (message: string, maximum = 200) =>
  z
    .string(message)
    .overwrite(seenOnly)
    .trim()
    // For a missing value, only this rule's error is reported.
    .min(1, { error: message, abort: true })
    // A text that is too long is not checked any further.
    .max(maximum, { error: tooLong(maximum), abort: true })
    .refine(isText, unstorable)
    .refine(isLine, oneLineOnly)

export const needsLetter = 'A name has at least one letter'

/** The name of a person, or of a person's account. */
export const personName = (message: string, maximum = 200) =>
  requiredLine(message, maximum).regex(/\p{L}/u, needsLetter)

/** The name of anything else: some names are numbers, such as hair colours. */
export const thingName = (message: string, maximum = 200) =>
  requiredLine(message, maximum).regex(/[\p{L}\p{N}]/u, 'A name has at least one letter or number')

/** Text that can be omitted or empty; always a string after parsing. */
export const optionalText = (maximum = 200) =>
  z.string().trim().max(maximum, tooLong(maximum)).refine(isText, unstorable).default('')

/** The same in one line. */
export const optionalLine = (maximum = 200) =>
  z
    .string()
    .overwrite(seenOnly)
    .trim()
    .max(maximum, tooLong(maximum))
    .refine(isText, unstorable)
    .refine(isLine, oneLineOnly)
    .default('')

/** An id, a key, a file name or other text made by a program: one line, exactly as received. */
export const identifier = (maximum = 64) =>
  z.string().max(maximum, tooLong(maximum)).refine(isText, unstorable).refine(isLine, oneLineOnly)

/**
 * A path segment, up to the router's own limit. Text that is not an identifier becomes the empty
 * id, which nothing has.
 */
export const pathIdentifier = identifier(300).catch('')

/**
 * A password: any characters that UTF-8 can encode, exactly as typed; `message` is the text for a
 * missing one.
 */
export const secretText = (message: string) => z.string(message).refine(isStorable, unstorable)

/**
 * Text that the product itself provides, in an answer or in a stored event that is read back. It
 * was one of the kinds above when it came in; text stored before a kind became stricter stays
 * readable.
 */
export const givenText = z.string()

/** The most characters of an order message, sales message or review. */
export const maxMessageLength = 5000
