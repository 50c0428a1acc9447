import { mailOfEvent } from '../../../contracts/order/mail-of-event.ts'
import type { Simulation } from '../shop/simulation.ts'
import type { DecodedLog, OrderHistory, UserHistory } from './decoded.ts'

/**
 * For each `Message-ID`: whether the email must go out, must stay, or may be dropped because the
 * person was erased.
 */
const mailsOf = (history: OrderHistory, mails: Map<string, 'goes' | 'stays' | 'may go'>) => {
  const isErased = history.some(({ event }) => event.type === 'OrderPersonalDataErased')
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
    mails.set(messageId, isErased ? 'may go' : 'goes')
  }
}

/** A new user gets an invitation, unless the shop itself added them. */
const invitationsOf = (history: UserHistory, mails: Parameters<typeof mailsOf>[1]) => {
  for (const { event, metadata, recorded } of history)
    if (event.type === 'UserCreated' && metadata.actor.kind === 'staff')
      mails.set(`<${recorded.id}.user-activation@shop.example>`, 'goes')
}

/** Invariant 7: the emails that events trigger go out, and no others. */
export const wrongMails = async (
  simulation: Simulation,
  { orders, users }: DecodedLog,
): Promise<string[]> => {
  const mails: Parameters<typeof mailsOf>[1] = new Map()
  for (const history of orders.values()) mailsOf(history, mails)
  for (const history of users.values()) invitationsOf(history, mails)
  const arrived = new Map(simulation.mailServer.arrived.map((one) => [one.messageId, one]))
  const problems: string[] = []
  for (const messageId of arrived.keys()) {
    const what = mails.get(messageId)
    if (!what) problems.push(`mail ${messageId} is of no event`)
    if (what === 'stays') problems.push(`mail ${messageId} went, although its change was undone`)
  }
  for (const [messageId, what] of mails)
    if (what === 'goes' && !arrived.has(messageId)) problems.push(`mail ${messageId} never went`)
  return [...problems, ...(await needlessMails(simulation))]
}

/**
 * An email may go out twice, but not by work that began after the outbox recorded the email as
 * done.
 */
const needlessMails = async ({ mailServer, database }: Simulation): Promise<string[]> => {
  const { rows } = await database.server.control.query<{ messageId: string; doneAt: Date }>(
    `select format('<%s.%s@shop.example>', event_id, kind) as "messageId", finished_at as "doneAt"
     from public.outbox where finished_at is not null`,
  )
  const doneAt = new Map(rows.map((row) => [row.messageId, row.doneAt.getTime()]))
  return mailServer.arrived
    .filter(({ messageId, begunAt = 0 }) => begunAt > (doneAt.get(messageId) ?? begunAt))
    .map(({ messageId }) => `mail ${messageId} went again after it was done`)
}
