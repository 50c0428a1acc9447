import type { UserLog } from '@strand/contracts/accounts/user'
import { paths } from '../../shared/navigation/paths.ts'

const orderIds = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g

type LogPart = { text: string; to?: string }

type Found = { text: string; at: number; to: string }

/**
 * Splits the text of a log entry into plain parts and links to its orders, bank transactions and
 * people.
 */
export const logParts = ({
  process,
  lines,
  person,
}: Pick<UserLog, 'process' | 'lines' | 'person'>): LogPart[] => {
  const found: Found[] = [...process.matchAll(orderIds)].map(({ 0: text, index: at }) => ({
    text,
    at,
    to: paths.orderOf(text),
  }))
  let after = 0
  for (const { text, lineid, on } of lines) {
    const at = process.indexOf(text, after)
    if (at < 0) continue
    found.push({ text, at, to: paths.bankLine(lineid, on) })
    after = at + text.length
  }
  const named = person ? process.lastIndexOf(person.text) : -1
  if (person && named >= 0)
    found.push({ text: person.text, at: named, to: paths.userOf(person.email) })

  const parts: LogPart[] = []
  let from = 0
  for (const { text, at, to } of found.sort((one, other) => one.at - other.at)) {
    if (at < from) continue
    if (at > from) parts.push({ text: process.slice(from, at) })
    parts.push({ text, to })
    from = at + text.length
  }
  if (from < process.length) parts.push({ text: process.slice(from) })
  return parts
}
