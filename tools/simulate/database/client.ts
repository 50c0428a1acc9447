import { EventEmitter } from 'node:events'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import pg from 'pg'
import { callPort, type Faults } from '../world/port.ts'
import { lives, type World } from '../world/world.ts'
import type { Database } from './database.ts'

type Values = unknown[]
type Callback = (error: unknown, answer?: unknown) => void
type Text = string | { text: string; values?: Values }

/** Changes a process's messages to the database, for planted bugs. */
export type Interception = (
  text: string,
  values: Values,
  send: (text: string, values: Values) => Promise<unknown>,
) => Promise<unknown>

export type DatabaseFaults = Faults & {
  /**
   * How often Postgres refuses a statement that would succeed later; the refusal ends the
   * transaction.
   */
  refuses: number
}

type Options = {
  world: World
  database: Database
  faults: DatabaseFaults
  intercept?: Interception
}

/** serialization_failure, deadlock_detected, query_canceled */
const refusals = ['40001', '40P01', '57014']
const refusal = (code: string) =>
  `do $$ begin raise exception 'not now' using errcode = '${code}'; end $$`

/**
 * The most refusals per world: below five, because an import that is refused five times is given
 * up, as intended.
 */
const maxRefusals = 4

const connectionLost = () => new Error('Connection terminated unexpectedly')

/** One connection, like `pg`'s. Any failure of the port ends the connection. */
const openClient = ({ world, database, faults, intercept }: Options) => {
  const events = new EventEmitter()
  const life = lives.getStore()
  let busy: Promise<unknown> = Promise.resolve()
  const session = database.connect((channel) => {
    const told = () => events.emit('notification', { channel })
    if (life) lives.run(life, () => world.plan(world.dice.random() * 20, told))
  })
  life?.onDeath.push(() => database.disconnect(session))

  const lose = () => {
    if (session.isOver) return
    database.disconnect(session)
    client._queryable = false
    world.plan(0, () => {
      if (events.listenerCount('error') > 0) events.emit('error', connectionLost())
      events.emit('end')
    })
  }
  const fail = () => {
    lose()
    return connectionLost()
  }
  const run = async (text: string, values: Values) => {
    if (session.isOver) throw connectionLost()
    if (text.includes('insert into public.parked_stream'))
      world.mustNot(`${values[0]} ${values[1]} parks ${values[3]}: ${values[8]}`)
    const mayRefuse = life && world.now() < world.faultsUntil && faults.refuses > 0
    if (mayRefuse && !/^\s*(begin|commit|rollback|set|listen)/.test(text))
      if (world.dice.chance(faults.refuses) && database.countRefusal() <= maxRefusals)
        return database.execute(session, refusal(world.dice.pick(refusals)), [])
    return database.execute(session, text, values)
  }
  const send = (text: string, values: Values) =>
    callPort(world, {
      label: () => `database ${session.id} ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}`,
      faults,
      work: () => run(text, values),
      fail,
    })

  const query = (given: Text, values: Values | Callback = [], callback?: Callback) => {
    const then = typeof values === 'function' ? values : callback
    const text = typeof given === 'string' ? given : given.text
    const own = typeof values === 'function' ? [] : values
    const params = typeof given === 'string' ? own : (given.values ?? own)
    const ask = () => (intercept ? intercept(text, params, send) : send(text, params))
    const answer = busy.then(ask, ask)
    busy = answer
    if (!then) return answer
    answer.then(
      (result) => then(null, result),
      (error) => then(error),
    )
    return undefined
  }

  const client = Object.assign(events, {
    query,
    _queryable: true,
    _ending: false,
    isConnected: () => !session.isOver,
    ref: () => {},
    unref: () => {},
    connect: (callback: Callback) => {
      callPort(world, {
        label: () => `database ${session.id} connect`,
        faults,
        work: () => database.begin(session),
        fail,
      }).then(() => callback(null), callback)
    },
    end: (callback?: () => void) => {
      database.disconnect(session)
      callback?.()
    },
  })
  return client
}

/** A pool of `pg` whose connections the world may break. */
export const openSimulatedPool = (options: Options): Pool => {
  // A constructor, because `pg` creates its connections with `new`.
  function Client() {
    return openClient(options)
  }
  const pool = new pg.Pool({
    Client: Client as never,
    max: 10,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 0,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
