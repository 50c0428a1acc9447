import { mailOfEvent } from '../../../contracts/order/mail-of-event.ts'
import type { Simulation } from '../shop/simulation.ts'
import type { DecodedLog, OrderHistory } from './decoded.ts'

/** By `Message-ID`: whether the mail of an event is to go, or must not. */
const mailsOf = (history: OrderHistory, mails: Map<string, 'goes' | 'stays'>) => {
  const byPosition = new Map<string, string>()
  for (const { event, recorded } of history) {
    if (event.type === 'OrderIdAssigned' || event.type === 'OrderMailReleased') continue
    const kind = mailOfEvent(event)
    if (event.type === 'OrderChangeUndone' && event.data.forCustomer === 'unseen') {
      const undone = byPosition.get(event.data.undone.position)
      if (undone) mails.set(undone, 'stays')
    }
    if (!kind) continue
    const messageId = `<${recorded.id}.${kind}@shop.example>`
    byPosition.set(String(recorded.position), messageId)
    mails.set(messageId, 'goes')
  }
}

/** Invariant 7: every mail that an event asks for goes out, and no other. */
export const wrongMails = (simulation: Simulation, { orders }: DecodedLog): string[] => {
  const mails = new Map<string, 'goes' | 'stays'>()
  for (const history of orders.values()) mailsOf(history, mails)
  const arrived = new Map(simulation.mailServer.arrived.map((one) => [one.messageId, one]))
  const problems: string[] = []
  for (const messageId of arrived.keys()) {
    const what = mails.get(messageId)
    if (!what) problems.push(`mail ${messageId} is of no event`)
    if (what === 'stays') problems.push(`mail ${messageId} went, although its change was undone`)
  }
  for (const [messageId, what] of mails)
    if (what === 'goes' && !arrived.has(messageId)) problems.push(`mail ${messageId} never went`)
  return [...problems, ...needlessMails(simulation)]
}

/** A mail may go twice, but not by work that began after the outbox had it as done. */
const needlessMails = ({ mailServer, database }: Simulation): string[] => {
  const doneAt = new Map(
    [...database.tables.committed('outbox').values()].map(({ eventId, kind, finishedAt }) => [
      `<${eventId}.${kind}@shop.example>`,
      Number(finishedAt),
    ]),
  )
  return mailServer.arrived
    .filter(({ messageId, begunAt = 0 }) => begunAt > (doneAt.get(messageId) ?? begunAt))
    .map(({ messageId }) => `mail ${messageId} went again after it was done`)
}
