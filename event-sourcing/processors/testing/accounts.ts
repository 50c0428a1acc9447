import { randomUUID } from 'node:crypto'
import { random } from '@strand/platform/testing/random'
import type {
  EventStore,
  EventToAppend,
  JsonObject,
  RecordedEvent,
} from '../../event-store/event-store.ts'
import type { Connection, Pool } from '../../postgres/pool.ts'
import type { Projection } from '../projector.ts'
import type { Reactor } from '../reactor.ts'

// A read model that reveals any skipped, repeated or reordered event: events add to an amount or
// double it, so a different sequence gives a different sum.

const modulus = 1_000_003

type Account = { id: string; amount: number; changes: number }

const evolve = (account: Account, event: RecordedEvent): Account => {
  const { amount } = event.data
  if (event.type === 'Added' && typeof amount !== 'number') throw new TypeError('no amount')
  const next = event.type === 'Doubled' ? account.amount * 2 : account.amount + Number(amount)
  return { ...account, amount: next % modulus, changes: account.changes + 1 }
}

const accountOf = (event: RecordedEvent) => String(event.data.id)

export const accounts: Projection = {
  name: 'accounts',
  version: 1,
  tables: `
    create table account (id text primary key, amount int8 not null, changes int8 not null);
    create table total (changes int8 not null);
    insert into total values (0);`,
  views: ['account', 'total'],
  eventTypes: ['Added', 'Doubled'],
  apply: async (events: RecordedEvent[], connection: Connection) => {
    const ids = [...new Set(events.map(accountOf))]
    const { rows } = await connection.query<Account>(
      'select id, amount, changes from account where id = any($1)',
      [ids],
    )
    const accountsById = new Map(rows.map((row) => [row.id, row]))
    for (const event of events) {
      const id = accountOf(event)
      accountsById.set(id, evolve(accountsById.get(id) ?? { id, amount: 0, changes: 0 }, event))
    }
    const changed = [...accountsById.values()]
    await connection.query(
      `insert into account (id, amount, changes)
       select * from unnest($1::text[], $2::int8[], $3::int8[])
       on conflict (id) do update set amount = excluded.amount, changes = excluded.changes`,
      [
        changed.map(({ id }) => id),
        changed.map(({ amount }) => amount),
        changed.map(({ changes }) => changes),
      ],
    )
    await connection.query('update total set changes = changes + $1', [events.length])
  },
}

/** The expected read model: the whole log folded in memory. */
export const expectedAccounts = (events: RecordedEvent[]) => {
  const wanted = events.filter(({ type }) => accounts.eventTypes.includes(type))
  const accountsById = new Map<string, Account>()
  for (const event of wanted) {
    const id = accountOf(event)
    accountsById.set(id, evolve(accountsById.get(id) ?? { id, amount: 0, changes: 0 }, event))
  }
  const byId = (a: Account, b: Account) => (a.id < b.id ? -1 : 1)
  return { accounts: [...accountsById.values()].sort(byId), changes: wanted.length }
}

export const publishedAccounts = async (pool: Pool) => {
  const all = await pool.query(
    'select id, amount, changes from read.account order by id collate "C"',
  )
  const total = await pool.query('select changes from read.total')
  return { accounts: all.rows, changes: total.rows[0]?.changes }
}

/** Makes one entry for each doubling, and two for each addition of an odd amount. */
export const notices: Reactor = {
  name: 'notices',
  eventTypes: ['Added', 'Doubled'],
  react: ({ type, data }) => {
    if (type === 'Doubled') return [{ kind: 'doubled' }]
    return Number(data.amount) % 2 ? [{ kind: 'odd-letter' }, { kind: 'odd-call' }] : []
  },
}

export const event = (type: string, data: JsonObject = {}, at = new Date()): EventToAppend => ({
  id: randomUUID(),
  type,
  data,
  metadata: { at: at.toISOString() },
})

/** Events of random types; neither the projector nor the reactor reads about a third of them. */
export const someEvents = (count: number): EventToAppend[] =>
  Array.from({ length: count }, () => {
    const id = `account ${Math.floor(random() * 20)}`
    const dice = random()
    if (dice < 0.33) return event('Looked', { id })
    if (dice < 0.66) return event('Doubled', { id })
    return event('Added', { id, amount: Math.floor(random() * 1_000) })
  })

export const append = async (eventStore: EventStore, ...events: EventToAppend[]) => {
  const result = await eventStore.append(`account-${randomUUID()}`, events, 'no-stream')
  if (!result.ok) throw new Error('a stream of its own has no conflicts')
  return result.position
}

export const wholeLog = async (eventStore: EventStore): Promise<RecordedEvent[]> => {
  const head = await eventStore.headPosition()
  const events: RecordedEvent[] = []
  if (head < 0n) return events
  const { promise, resolve } = Promise.withResolvers<void>()
  const subscription = eventStore.subscribeAll({
    from: -1n,
    onBatch: async (batch) => {
      events.push(...batch)
      if ((batch.at(-1)?.position ?? -1n) >= head) resolve()
    },
  })
  await promise
  await subscription.stop()
  return events
}
