import { EventEmitter } from 'node:events'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import pg from 'pg'
import { callPort, type Faults } from '../world/port.ts'
import { lives, type World } from '../world/world.ts'
import { control } from './control.ts'
import { type Database, databaseError, type Session } from './database.ts'
import { UnknownStatement, type Values } from './statement.ts'
import { newTransaction } from './tables.ts'

type Callback = (error: unknown, answer?: unknown) => void
type Text = string | { text: string; values?: Values }

/** What comes between a process and the database; planted bugs are made of these. */
export type Interception = (
  text: string,
  values: Values,
  send: (text: string, values: Values) => Promise<unknown>,
) => Promise<unknown>

type Options = { world: World; database: Database; faults: Faults; intercept?: Interception }

const connectionLost = () => new Error('Connection terminated unexpectedly')

const answerTo = async (database: Database, session: Session, text: string, values: Values) => {
  const parts = text.includes(';') && values.length === 0 ? text.split(';') : [text]
  const answers: unknown[] = []
  for (const part of parts) {
    if (part.trim() === '') continue
    const controlled = control(database, session, part, newTransaction)
    if (!controlled && session.isAborted)
      throw databaseError('25P02', 'current transaction is aborted')
    answers.push(controlled ?? (await database.execute(session, part, values)))
  }
  return answers.length === 1 ? answers[0] : answers
}

/** One connection, as `pg` has it. Any failure of the port is the end of the connection. */
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
  const run = async (text: string, values: Values) => {
    if (session.isOver) throw connectionLost()
    try {
      return await answerTo(database, session, text, values)
    } catch (error) {
      if (error instanceof UnknownStatement) world.mustNot(error.message)
      if (session.transaction) session.isAborted = true
      throw error
    }
  }
  const send = (text: string, values: Values) =>
    callPort(world, {
      label: () => `database ${session.id} ${text.replaceAll(/\s+/g, ' ').slice(0, 90)}`,
      faults,
      work: () => run(text, values),
      fail: () => {
        lose()
        return connectionLost()
      },
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
        work: () => {},
        fail: connectionLost,
      }).then(() => callback(null), callback)
    },
    end: (callback?: () => void) => {
      database.disconnect(session)
      callback?.()
    },
  })
  return client
}

/** A pool of `pg` whose connections lead to the simulated database. */
export const openSimulatedPool = (options: Options): Pool => {
  // `new` is how `pg` makes its connections.
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
