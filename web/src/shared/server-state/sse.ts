export type ServerEvent = { id: string; event: string; data: string }

/**
 * Splits the received part of an event stream into whole events; `rest` is the beginning of the
 * next one. Comments, which only keep the connection alive, produce no event.
 */
export const parseServerSentEvents = (
  received: string,
): { events: ServerEvent[]; rest: string } => {
  const blocks = received.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.map(eventOf).filter((event) => event.data !== '')
  return { events, rest }
}

const eventOf = (block: string): ServerEvent => {
  const fields = { id: '', event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') fields.data += fields.data === '' ? value : `\n${value}`
    if (name === 'id') fields.id = value
    if (name === 'event') fields.event = value
  }
  return fields
}

/** Milliseconds before the next try after this many failures: from 3 s up to a minute. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(3_000 * 2 ** Math.max(0, failures - 1), 60_000) * (0.75 + random / 2)
