import { eventFacts } from './events.ts'
import type { OrderStatus } from './status.ts'

const changedStatus: Record<OrderStatus, string> = {
  pending: 'made this pending',
  confirmed: 'set this to confirmed',
  shipped: 'shipped this',
  returned: 'set this to returned',
  archived: 'archived this',
}

const factsOfType = new Map(Object.entries(eventFacts))

/**
 * What someone did to an order, in words for colleagues: `shipped this`.
 *
 * @param status the order's status after the event
 */
export const toldOfEvent = (type: string, status: OrderStatus): string =>
  factsOfType.get(type)?.told ?? changedStatus[status]

const units: [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
]

/** How long ago, for example `3 s ago` or `5 min ago`. */
export const timeAgo = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const [length, name] = units.find(([length]) => whole >= length) ?? [1, 's']
  return `${Math.floor(whole / length)} ${name} ago`
}
