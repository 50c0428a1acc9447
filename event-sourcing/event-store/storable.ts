import { Rejected } from '../errors.ts'

/**
 * The last check before the log, in case an API missed something. Stored events are permanent, and
 * an event that a read model cannot store would stop that model's projector.
 */

const maxDepth = 100

/** Throws `Rejected('invalid')` for NUL, which Postgres cannot store, and for invalid Unicode. */
export const assertStorableText = (text: string): void => {
  if (text.isWellFormed() && !text.includes('\0')) return
  throw new Rejected('invalid', 'A text holds characters that cannot be stored')
}

/**
 * Converts a plain object to JSON text that any database can store. Throws `Rejected('invalid')`
 * for a string or a property's name that a database cannot store, and a TypeError for more than 100
 * levels or for values that JSON cannot represent, such as a Date or NaN.
 *
 * @param where what the value is, for the error message
 */
export const storableJson = (value: unknown, where: string): string => {
  if (!isPlainObject(value)) throw new TypeError(`The ${where} is not a plain object`)
  checkJson(value, where, 0)
  return JSON.stringify(value)
}

const checkJson = (value: unknown, where: string, depth: number): void => {
  if (depth > maxDepth) throw new TypeError(`The ${where} is nested deeper than ${maxDepth} levels`)
  if (value === null || typeof value === 'boolean') return
  if (typeof value === 'string') {
    assertStorableText(value)
    return
  }
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return
    throw new TypeError(`The ${where} has the number ${value}`)
  }
  if (Array.isArray(value)) {
    // Loop by index: `forEach` skips holes, which JSON would fill with null.
    for (let index = 0; index < value.length; index++) checkJson(value[index], where, depth + 1)
    return
  }
  if (!isPlainObject(value)) {
    throw new TypeError(
      `The ${where} contains something that JSON cannot represent: ${typeof value}`,
    )
  }
  for (const [key, item] of Object.entries(value)) {
    assertStorableText(key)
    checkJson(item, where, depth + 1)
  }
}

const isPlainObject = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
