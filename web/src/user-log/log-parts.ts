const orderIds = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g

export type LogPart = { text: string; orderId?: string }

/** A log's words, with the order ids in them set apart. */
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
