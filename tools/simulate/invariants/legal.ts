import type { OrderHistory, UserHistory } from './decoded.ts'

/** The possible next events of an order, derived here without the decider. */
type Legal = {
  status: string
  archivedFrom: string | null
  /** The last change that can still be undone; null if there is none. */
  last: { position: string; from: string; archivedFrom: string | null } | null
  released: string | null
}

type One = OrderHistory[number]

const start: Legal = { status: 'none', archivedFrom: null, last: null, released: null }

/** The state after an event; null if the event is not allowed. */
const follow = (order: Legal, { event, recorded }: One): Legal | null => {
  const { status, archivedFrom } = order
  const position = String(recorded.position)
  const change = (to: string, from: string | null = null): Legal => ({
    status: to,
    archivedFrom: from,
    released: order.released,
    last: { position, from: status, archivedFrom },
  })
  switch (event.type) {
    case 'OrderCreated':
      return status === 'none' ? { ...start, status: 'pending' } : null
    case 'OrderApproved':
      return status === 'pending' ? change('confirmed') : null
    case 'OrderStatusChanged':
      return event.data.from === status && event.data.to !== status && status !== 'pending'
        ? change(event.data.to)
        : null
    case 'OrderArchived':
      return event.data.from === status && status !== 'archived' ? change('archived', status) : null
    case 'OrderRestored':
      return status === 'archived' && event.data.to === archivedFrom ? change(event.data.to) : null
    case 'OrderMailReleased':
      return order.last?.position === event.data.position && order.released !== event.data.position
        ? { ...order, released: event.data.position }
        : null
    case 'OrderChangeUndone': {
      const { undone, from, to, forCustomer } = event.data
      const isLast = order.last?.position === undone.position && order.last.from === to
      const isSeen = order.released === undone.position && forCustomer === 'unseen'
      if (!isLast || from !== status || isSeen) return null
      return { ...start, status: to, archivedFrom: order.last?.archivedFrom ?? null }
    }
    default:
      return status === 'none' ? null : order
  }
}

/** Invariant 5: the events of an order are one legal sequence. */
export const illegalEvents = (stream: string, history: OrderHistory): string[] => {
  let order = start
  for (const one of history) {
    const next = follow(order, one)
    if (!next)
      return [`${stream}: ${one.event.type} at ${one.recorded.position} follows ${order.status}`]
    order = next
  }
  return []
}

/** Invariant 2: each command of a person takes effect once. */
export const repeatedCommands = (stream: string, history: OrderHistory | UserHistory): string[] => {
  const seen = new Set<string>()
  return history.flatMap(({ metadata, event }) => {
    const { causationId } = metadata
    const isRepeated = seen.has(causationId)
    seen.add(causationId)
    return isRepeated ? [`${stream}: ${event.type} happened twice for command ${causationId}`] : []
  })
}
