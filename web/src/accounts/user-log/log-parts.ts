const orderIds = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g

export type LogPart = { text: string; orderId?: string }

/** Splits the text of a log entry so that order ids are parts of their own. */
export const logParts = (process: string): LogPart[] => {
  const parts: LogPart[] = []
  let from = 0
  for (const { 0: orderId, index } of process.matchAll(orderIds)) {
    if (index > from) parts.push({ text: process.slice(from, index) })
    parts.push({ text: orderId, orderId })
    from = index + orderId.length
  }
  if (from < process.length) parts.push({ text: process.slice(from) })
  return parts
}
