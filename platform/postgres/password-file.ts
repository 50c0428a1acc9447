import { readFileSync, statSync } from 'node:fs'

/**
 * A Postgres URL with the password that a file in Postgres' own format has for it
 * (`host:port:database:user:password`, `*` for any, the first line that fits); unchanged if it has a
 * password or no line fits. Throws for a file that other users may read.
 *
 * The pg package reads such a file too, but warns that it will stop.
 */
export const withFilePassword = (text: string, file: string): string => {
  const url = URL.parse(text)
  if (!url?.username || url.password) return text
  if ((statSync(file).mode & 0o077) !== 0)
    throw new Error('expected a file that only its owner may read')
  const asked = [
    url.hostname || 'localhost',
    url.port || '5432',
    decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
    decodeURIComponent(url.username),
  ]
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const fields = fieldsOf(line)
    const password = fields[asked.length]
    if (line.startsWith('#') || !password) continue
    if (!asked.every((value, n) => fields[n] === '*' || fields[n] === value)) continue
    url.password = encodeURIComponent(password)
    return url.href
  }
  return text
}

/** Colons separate; a backslash before one, or before a backslash, makes it part of a field. */
const fieldsOf = (line: string): string[] =>
  (line.replace(/\r$/, '').match(/(?:\\.|[^:\\])*(?::|$)/g) ?? []).map((field) =>
    field.replace(/:$/, '').replaceAll(/\\(.)/g, '$1'),
  )
