import { readFileSync, statSync } from 'node:fs'

/**
 * Adds the password to a Postgres URL, from a file in Postgres' own format:
 * `host:port:database:user:password`, `*` for any; the first line that matches counts. A URL with a
 * password stays as it is, and so does one without a matching line. Throws if other users may read
 * the file.
 *
 * The pg package also reads such a file, but warns that a later version will not.
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

/** Colons separate fields; a backslash escapes a colon or a backslash. */
const fieldsOf = (line: string): string[] =>
  (line.replace(/\r$/, '').match(/(?:\\.|[^:\\])*(?::|$)/g) ?? []).map((field) =>
    field.replace(/:$/, '').replaceAll(/\\(.)/g, '$1'),
  )
