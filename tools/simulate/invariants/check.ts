import type { Simulation } from '../shop/simulation.ts'
import { decodeLog } from './decoded.ts'
import { illegalEvents, repeatedCommands } from './legal.ts'
import { wrongMails } from './mails.ts'
import { wrongMoney } from './money.ts'
import { wrongRows } from './read-models.ts'

/** Invariant 1: what somebody was told is in the log. */
const lostAcknowledgements = ({ acknowledged, log }: Simulation): string[] =>
  acknowledged.flatMap(({ orderId, position, what }) => {
    const event = log.events()[Number(position)]
    return event?.stream === `order-${orderId}`
      ? []
      : [`${what} was acknowledged at ${position}, and order ${orderId} has no event there`]
  })

/** Invariant 2: one form is one order. */
const doubleOrders = ({ told, log }: Simulation): string[] => {
  const orders = log.events().filter(({ type }) => type === 'OrderCreated').length
  const ambiguous = [...told].filter(([, ids]) => ids.size !== 1)
  return [
    ...ambiguous.map(([key, ids]) => `${key} is told of ${ids.size} orders`),
    ...(orders === told.size ? [] : [`${told.size} forms became ${orders} orders`]),
  ]
}

/** Everything that must hold once nothing is left to do: sentences about what does not. */
export const brokenInvariants = async (simulation: Simulation): Promise<string[]> => {
  const decoded = decodeLog(simulation.log.events())
  return [
    ...lostAcknowledgements(simulation),
    ...doubleOrders(simulation),
    ...[...decoded.orders].flatMap(([stream, history]) => [
      ...illegalEvents(stream, history),
      ...repeatedCommands(stream, history),
    ]),
    ...wrongMoney(decoded),
    ...wrongMails(simulation, decoded),
    ...(await wrongRows(simulation)),
  ]
}

/** What is left to do; empty once the shop is at rest. */
export const unfinished = ({ log, database, busy, queue }: Simulation): string[] => {
  const head = String(log.events().length - 1)
  const rows = (table: string) => [...database.tables.committed(table)]
  const left: string[] = []
  if (busy > 0) left.push(`${busy} people wait for an answer`)
  for (const [key, row] of rows('checkpoint'))
    if (row.position !== head) left.push(`${key} is at ${row.position} of ${head}`)
  if (!database.tables.committed('checkpoint').has('reaction mail 0'))
    left.push('the reactor has no checkpoint')
  for (const [key, row] of rows('outbox'))
    if (row.state !== 'done') left.push(`the mail ${key} is ${row.state}`)
  for (const [, row] of rows('order_money'))
    left.push(`a command on money is open: ${row.kind} of ${row.orderId}`)
  if (queue.depth() > 0) left.push(`${queue.depth()} jobs are in the queue`)
  return left
}
