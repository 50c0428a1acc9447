import type { Interception } from '../database/client.ts'
import type { Service, Shop, Wiring } from '../shop/shop.ts'

const said = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Changes a service's messages to the database, with a new interception for each connection. */
const saying = (service: Service, interception: (shop: Shop) => Interception): Partial<Wiring> => ({
  intercept: (to, shop) => (to === service ? interception(shop) : undefined),
})

/** Drops a statement, and invents its answer. */
const withoutStatement = (service: Service, part: string, rowCount = 0) =>
  saying(
    service,
    () => async (text, values, send) =>
      said(text).includes(part) ? { rows: [], rowCount } : send(text, values),
  )

const moves = 'update public.checkpoint set position = $5'

const checkpointFirst = (): Interception => async (text, values, send) => {
  const answer = await send(text, values)
  if (!said(text).includes(moves)) return answer
  await send('commit', [])
  await send('begin', [])
  return answer
}

const checkpointLast = (): Interception => {
  let checkpoint: { text: string; values: unknown[] } | undefined
  return async (text, values, send) => {
    if (said(text).includes(moves)) {
      checkpoint = { text, values }
      return { rows: [], rowCount: 1 }
    }
    const answer = await send(text, values)
    if (checkpoint && text.startsWith('commit')) {
      const { text: later, values: position } = checkpoint
      checkpoint = undefined
      await send(later, position)
    }
    return answer
  }
}

/** Gives the lease to everyone who asks, and lets them move the checkpoint from any position. */
const leaseForAll = (): Interception => async (text, values, send) => {
  if (text.includes('pg_try_advisory_lock(')) return { rows: [{ locked: true }], rowCount: 1 }
  if (!said(text).includes(moves)) return send(text, values)
  const found = (await send(
    `select position::text, last_event as "lastEvent" from public.checkpoint
      where kind = $1 and name = $2 and version = $3`,
    values.slice(0, 3),
  )) as { rows: { position: string }[] }
  return send(text, [...values.slice(0, 3), found.rows[0]?.position, ...values.slice(4)])
}

/** Sends emails at once, even if their change can still be undone. */
const dueAtOnce = (): Interception => (text, values, send) => {
  if (!said(text).startsWith('insert into public.outbox (')) return send(text, values)
  const waiting = (values[8] as string[]).map(() => 'waiting')
  const never = (values[10] as string[]).map(() => null)
  return send(text, [...values.slice(0, 8), waiting, values[9], never])
}

/** Makes the outbox report all work as unfinished. */
const neverDone = (): Interception => async (text, values, send) => {
  const answer = (await send(text, values)) as { rows: object[] }
  if (!said(text).startsWith('select state, id, reaction')) return answer
  return { ...answer, rows: answer.rows.map((row) => ({ ...row, state: 'dispatched' })) }
}

/** Makes a rebuilt read model begin at the end of the log. */
const rebuiltFromHere =
  ({ log }: Shop): Interception =>
  (text, values, send) => {
    const isNew =
      said(text).startsWith('insert into public.checkpoint') && text.includes('checksum')
    if (!isNew) return send(text, values)
    return send(text, values.with(2, String(log.events().length - 1)))
  }

const peopleAtOnce = (): Interception => async (text, values, send) =>
  values[0] === 'strand people' ? { rows: [], rowCount: 0 } : send(text, values)

export const databaseBugs: Record<string, Partial<Wiring>> = {
  'a checkpoint is committed before the rows': saying('projections', checkpointFirst),
  'a checkpoint is committed after the rows': saying('projections', checkpointLast),
  'a checkpoint is committed before the mails': saying('workers', checkpointFirst),
  'a lease is given to two': saying('projections', leaseForAll),
  'a mail does not wait for the undo': saying('workers', dueAtOnce),
  'a job is done again without a look at the outbox': saying('workers', neverDone),
  'what the queue has lost is not looked for': withoutStatement(
    'workers',
    "where state = 'dispatched' and dispatched_at <",
  ),
  'a read model is not rebuilt from the beginning': saying('projections', rebuiltFromHere),
  'a line of an undone import is still known': withoutStatement(
    'api',
    'with known as (delete from bank_line',
  ),
  'a command does not note which lines it begins with': withoutStatement(
    'api',
    'insert into order_money',
    1,
  ),
  'an erasure does not note what it begins with': withoutStatement(
    'api',
    'insert into order_erasure',
    1,
  ),
  'two superadministrators archive each other': saying('api', peopleAtOnce),
  'what is left of a change of people is not looked for': withoutStatement(
    'api',
    'select distinct user_id from account_event',
  ),
}
