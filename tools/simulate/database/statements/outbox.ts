import { type Model, modelled, type Values } from '../statement.ts'
import type { Row, Statement } from '../tables.ts'

const columns = (values: Values, names: string[]): Row[] => {
  const [first] = values as unknown[][]
  return (first ?? []).map((_, at) =>
    Object.fromEntries(names.map((name, column) => [name, (values[column] as unknown[])[at]])),
  )
}

const insertEntries: Model = (db, [reaction, ...values]) => {
  const names = ['kind', 'eventId', 'eventType', 'stream', 'revision', 'position']
  const rows = columns(values, [...names, 'happenedAt', 'state', 'urgent', 'dueAt'])
  let inserted = 0
  for (const row of rows) {
    const key = `${row.eventId} ${row.kind}`
    if (db.get('outbox', key)) continue
    const happenedAt = new Date(String(row.happenedAt))
    db.put('outbox', key, {
      ...row,
      reaction,
      happenedAt,
      key,
      id: db.nextId(),
      tries: 0,
      round: 1,
      reason: null,
      finishedAt: null,
      heldAt: null,
      admittedAt: null,
    })
    inserted += 1
  }
  return inserted
}

/** The last of a transaction's reads of ids: a real table has an index for it. */
const byId = (db: Statement, id: unknown) => db.all('outbox').find((row) => row.id === Number(id))

const change = (db: Statement, row: Row | undefined, changes: Row): number => {
  if (!row) return 0
  db.put('outbox', String(row.key), { ...row, ...changes })
  return 1
}

/** Changes an entry that is not done; `with` gives what changes, from the entry and the reason. */
const unlessDone = (
  text: string,
  digest: string,
  of: (row: Row, reason: unknown, now: number) => Row,
) =>
  modelled(text, digest, (db, [id, reason]) => {
    const row = byId(db, id)
    return row && row.state !== 'done' ? change(db, row, of(row, reason, db.now)) : 0
  })

const tried = ({ tries }: Row) => Number(tries) + 1

const claim: Model = (db, [limit]) =>
  db
    .all('outbox')
    .filter(
      (row) =>
        row.state === 'waiting' &&
        !(Number(row.putBackAt) >= db.now - 1_000) &&
        !db.isTaken('outbox', String(row.key)),
    )
    .sort(
      (one, other) =>
        Number(other.urgent) - Number(one.urgent) || Number(one.id) - Number(other.id),
    )
    .slice(0, Number(limit))
    .map((row) => {
      const claimed = { ...row, state: 'dispatched', dispatchedAt: db.now }
      change(db, row, claimed)
      return claimed
    })

const due: Model = (db, [reaction, limit]) =>
  db
    .all('outbox')
    .filter((row) => row.state === 'delayed' && row.reaction === reaction)
    .map((row) => ({ ...row, inMs: Date.parse(String(row.dueAt)) - db.now }))
    .sort((one, other) => one.inMs - other.inMs)
    .slice(0, Number(limit))

/** What is waiting for a mail to be sent, and for a server that is away. */
export const outboxStatements = [
  modelled('insert into public.outbox (reaction, kind, event_id', '75020376', insertEntries),
  modelled(
    "update public.outbox set state = 'dispatched', dispatched_at = now() where id in",
    'd52c3281',
    claim,
  ),
  unlessDone(
    "state = 'done', tries = tries + 1, reason = $2, finished_at = now()",
    'c6d1848a',
    (row, reason, now) => ({
      state: 'done',
      tries: tried(row),
      reason,
      finishedAt: now,
    }),
  ),
  unlessDone(
    "set state = 'done', reason = $2, finished_at = now() where id = $1",
    '97053d5e',
    (_, reason, now) => ({
      state: 'done',
      reason,
      finishedAt: now,
    }),
  ),
  unlessDone(
    'set tries = tries + 1, reason = left($2, 500), dispatched_at = now()',
    '42d6bc94',
    (row, reason, now) => ({
      tries: tried(row),
      reason,
      dispatchedAt: now,
    }),
  ),
  unlessDone("set state = 'waiting', put_back_at = now()", 'fbc87eb1', (row, reason, now) => ({
    state: 'waiting',
    putBackAt: now,
    reason: reason ?? row.reason,
    tries: reason === null ? row.tries : tried(row),
  })),
  modelled('select state, id, reaction, kind, urgent, event_id', '4b9dc7a5', (db, [id]) => {
    const row = byId(db, id)
    return row ? [row] : []
  }),
  modelled('as "inMs" from public.outbox where state = \'delayed\'', '26263044', due),
  modelled(
    "update public.outbox set state = 'waiting' where id = $1 and state = 'delayed'",
    '04771777',
    (db, [id]) => {
      const row = byId(db, id)
      return row?.state === 'delayed' ? change(db, row, { state: 'waiting' }) : 0
    },
  ),
  modelled(
    'select state, reason from public.outbox where event_id = $1',
    'd28c94a6',
    (db, [eventId]) =>
      db
        .all('outbox')
        .filter((row) => row.eventId === eventId)
        .slice(0, 1),
  ),
  modelled(
    "set state = 'waiting' where state = 'dispatched' and dispatched_at",
    '6c57be80',
    (db, [seconds]) =>
      db
        .all('outbox')
        .filter(
          (row) =>
            row.state === 'dispatched' &&
            Number(row.dispatchedAt) < db.now - Number(seconds) * 1_000,
        )
        .reduce((count, row) => count + change(db, row, { state: 'waiting' }), 0),
  ),
  modelled('delete from public.outbox where id in', 'c80acb92', () => 0),
  modelled('delete from public.outbox_admission where (event_id, kind) in', '5dc20c4f', () => 0),
  modelled("select pg_notify('outbox', '')", '25b29d83', (db) => {
    db.notify('outbox')
    return [{}]
  }),

  modelled(
    'as "isCounted", (select count(*) from public.outbox_admission',
    '1b9191e0',
    (db, [, eventId, kind, recipients]) => {
      const rows = db.all('admission')
      const mine = rows.filter(({ recipient }) =>
        (recipients as unknown[]).includes(recipient),
      ).length
      const isCounted = rows.some((row) => row.eventId === eventId && row.kind === kind)
      return [{ isCounted, hour: mine, day: mine, everybody: rows.length }]
    },
  ),
  modelled('insert into public.outbox_admission', 'd1935036', (db, [eventId, kind, recipient]) => {
    db.put('admission', `${eventId} ${kind}`, { eventId, kind, recipient })
    return 1
  }),
  modelled('update public.outbox set admitted_at = now() where id = $1', 'b0ca47c9', (db, [id]) =>
    change(db, byId(db, id), { admittedAt: db.now }),
  ),

  modelled('insert into public.outbox_outage', '7ba811e2', (db, [reaction, reason]) => {
    if (db.get('outage', String(reaction))) return 0
    db.put('outage', String(reaction), { since: new Date(db.now), reason })
    return 1
  }),
  modelled('select since, reason from public.outbox_outage', 'c8634f72', (db, [reaction]) => {
    const row = db.get('outage', String(reaction))
    return row ? [row] : []
  }),
  modelled('delete from public.outbox_outage', '2f6e7546', (db, [reaction]) => {
    if (!db.get('outage', String(reaction))) return 0
    db.remove('outage', String(reaction))
    return 1
  }),
]
