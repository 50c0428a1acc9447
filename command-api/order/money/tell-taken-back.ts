import { userEvents } from '@strand/contracts/accounts/events'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import { withMetadata } from '@strand/platform/http/command-origin'
import type { MoneyOptions } from './options.ts'

const hour = 3_600_000
/** After this many milliseconds, money that was taken back is too old for an email. */
const newsFor = 72 * hour

/** The last email to each superadministrator: when it was sent, and the last entry in it. */
export type ToldMemory = Map<string, { at: number; upTo: string }>

type News = { payments: number; amountKobo: number; upTo: string }

/**
 * Tells each active superadministrator about money that the bank took back and that nobody has
 * dealt with. It appends an event to that person's stream, and the workers send an email about it:
 * at most one email an hour per person, and each amount only once. The streams record who was told
 * what, so any process can run this and restart at any time.
 */
export const tellOfTakenBack = async (
  options: Pick<MoneyOptions, 'pool' | 'eventStore' | 'now'>,
  told: ToldMemory = new Map(),
): Promise<void> => {
  const since = new Date(options.now().getTime() - newsFor).toISOString()
  const newest = await newsAfter(options, since)
  if (newest.payments === 0) return
  const { rows } = await options.pool.query<{ userId: string }>(
    `select user_id::text as "userId" from account
     where role = 'superadministrator' and status = 'active' order by user_id`,
  )
  for (const { userId } of rows) {
    const last = told.get(userId)
    if (last && (options.now().getTime() - last.at < hour || last.upTo >= newest.upTo)) continue
    await tell(options, userId, since, told)
  }
}

const newsAfter = async ({ pool }: Pick<MoneyOptions, 'pool'>, after: string): Promise<News> => {
  const { rows } = await pool
    .query<{ payments: number; amountKobo: number; upTo: Date | null }>(
      `select count(*) as payments, coalesce(sum(amount_kobo), 0)::int8 as "amountKobo",
         max(noticed_at) as "upTo"
       from read.order_taken_back where outcome is null and noticed_at > $1`,
      [after],
    )
    // The table is missing on the first start, and until the served version of the read model
    // includes it.
    .catch(ifTableMissing({ rows: [] }))
  const [found] = rows
  if (!found?.upTo) return { payments: 0, amountKobo: 0, upTo: after }
  const { payments, amountKobo, upTo } = found
  return { payments, amountKobo, upTo: upTo.toISOString() }
}

const tell = async (
  options: Pick<MoneyOptions, 'pool' | 'eventStore' | 'now'>,
  userId: string,
  since: string,
  told: ToldMemory,
): Promise<void> => {
  const { eventStore } = options
  const at = options.now()
  const stream = `user-${userId}`
  const recorded = await eventStore.readStream(stream)
  const last = recorded
    .filter(({ type }) => type === 'UserToldOfMoneyTakenBack')
    .map((stored) => userEvents.decode(stored))
    .at(-1)
  let upTo = since
  if (last?.event.type === 'UserToldOfMoneyTakenBack') {
    const known = { at: Date.parse(last.metadata.at), upTo: last.event.data.upTo }
    told.set(userId, known)
    if (at.getTime() - known.at < hour) return
    if (known.upTo > upTo) upTo = known.upTo
  }
  const news = await newsAfter(options, upTo)
  if (news.payments === 0) return
  const id = `told-of-money-taken-back-${userId}-${news.upTo}`
  const actor = { kind: 'system', id: 'order-money' } as const
  const encode = withMetadata(userEvents, { commandId: id, correlationId: id, at, actor })
  const event = encode({ type: 'UserToldOfMoneyTakenBack', data: { userId, ...news } })
  // If the person's stream has changed, the next round tries again.
  const { ok } = await eventStore.append(stream, [event], recorded.at(-1)?.revision ?? 'no-stream')
  if (ok) told.set(userId, { at: at.getTime(), upTo: news.upTo })
}
