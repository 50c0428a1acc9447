import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BadSetting } from '@strand/event-sourcing/errors'
import { z } from 'zod'
import { type KeyRing, maxKeys } from './crypto/key-ring.ts'
import { withFilePassword } from './postgres/password-file.ts'

/**
 * Reads settings from environment variables, and validates them with a schema. An empty variable
 * counts as unset. If `NAME` is unset and `NAME_FILE` names a file, that file's content is the
 * value. A Postgres URL without a password gets one from the file that `PGPASSFILE` names. Throws a
 * BadSetting that names every bad variable and what it should be, but never the value, which may be
 * a secret.
 */
export const readSettings = <S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.infer<S> => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  for (const [name, file] of Object.entries(given)) {
    const plain = name.replace(/_FILE$/, '')
    if (plain === name || !file || given[plain] !== undefined) continue
    // Variables of other programs may end in `_FILE`, too, so one counts only if its file exists.
    if (existsSync(file)) given[plain] = readFileSync(file, 'utf8').trim()
  }
  addPasswords(given)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ code, path, message }) => {
    const name = path.join('.')
    return `${name}: ${code === 'invalid_type' && given[name] === undefined ? 'must be set' : message}`
  })
  throw new BadSetting(`Bad settings. ${problems.join('; ')}.`)
}

const addPasswords = (given: Record<string, string | undefined>): void => {
  const { PGPASSFILE: file } = given
  if (!file) return
  for (const [name, value] of Object.entries(given))
    if (name.endsWith('_URL') && value?.startsWith('postgres'))
      try {
        given[name] = withFilePassword(value, file)
      } catch (error) {
        // Node's message names the file and the problem, but not the content.
        const reason = error instanceof Error ? error.message : String(error)
        throw new BadSetting(`Bad settings. PGPASSFILE: ${reason}.`)
      }
}

/**
 * A URL with one of the given schemes. It must have a host if its scheme needs one, and valid
 * percent-encoding. Not for EventStoreDB's URLs, which can have several hosts: see
 * `parseEventStoreUrl`.
 */
export const urlWith = (schemes: string[]) =>
  z
    .string()
    .refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}:`)), {
      error: `expected a URL that begins with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`,
      abort: true,
    })
    .refine((value) => isReadable(value), {
      error:
        'expected a complete URL, as scheme://user:password@host/path, with other characters percent-encoded',
      abort: true,
    })

/** Instead of a host, a Postgres URL may name a socket's folder in its query. */
const needsNoHost = ['postgres:', 'postgresql:']

const isReadable = (text: string): boolean => {
  if (/^esdb(\+discover)?:/.test(text)) return true
  const url = URL.parse(text)
  if (!url) return false
  try {
    if (url.protocol === 'file:') return fileURLToPath(url) !== ''
    for (const part of [url.username, url.password, url.hostname, url.pathname])
      decodeURIComponent(part)
    return url.hostname !== '' || needsNoHost.includes(url.protocol)
  } catch {
    return false
  }
}

/**
 * A whole number in digits.
 *
 * @param of what the number is, for the error, such as 'a number of days'
 */
export const wholeNumber = (of: string, { least = 0, most }: { least?: number; most: number }) => {
  const expected = `expected ${of}, ${least} to ${most}`
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, { error: expected, abort: true })
    .transform(Number)
    .refine((number) => number >= least && number <= most, expected)
}

/** 32 bytes in base64 (as `openssl rand -base64 32` prints them) or hex. */
export const secretKey = z.string().transform((text, context) => {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length === 32) return key
  context.addIssue({ code: 'custom', message: 'expected 32 random bytes in base64 or hex' })
  return z.NEVER
})

/**
 * One key in the format of `secretKey`, or up to five, separated by commas. New data is written
 * with the first key. Refuses equal keys, which are always a mistake.
 */
export const secretKeys = z.string().transform((text, context): KeyRing => {
  const given = text.split(',').map((one) => secretKey.safeParse(one.trim()))
  const keys = given.flatMap(({ data }) => data ?? [])
  const [first, ...older] = keys
  const wrong = given.findIndex(({ success }) => !success)
  const problem =
    (wrong >= 0 &&
      `expected 32 random bytes in base64 or hex${given.length > 1 ? ` as key ${wrong + 1} of ${given.length}` : ''}`) ||
    (given.length > maxKeys && `expected at most ${maxKeys} keys`) ||
    (new Set(keys.map((key) => key.toString('hex'))).size < keys.length &&
      'expected different keys')
  if (first && !problem) return [first, ...older]
  context.addIssue({ code: 'custom', message: problem || 'expected a key' })
  return z.NEVER
})

export const onOff = z.enum(['on', 'off'], { message: "expected 'on' or 'off'" })
