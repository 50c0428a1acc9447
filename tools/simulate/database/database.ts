import type { World } from '../world/world.ts'
import { openAdvisoryLocks } from './advisory.ts'
import { type Answer, answerOf, openModels, type Values } from './statement.ts'
import { modelsOfStatements } from './statements.ts'
import {
  Blocked,
  newTransaction,
  type Owner,
  openTables,
  type Row,
  type Statement,
  type Transaction,
  viewOf,
} from './tables.ts'

export type Session = Owner & {
  /** Null outside a transaction. */
  transaction: Transaction | null
  /** A statement failed: until the end of the transaction nothing else is possible. */
  isAborted: boolean
  isOver: boolean
  /** Whom it waits for at present. */
  waitsFor: Owner | null
  channels: Set<string>
  savepoints: { name: string; writes: Transaction['writes'] }[]
  ended: PromiseWithResolvers<void>
  onNotice: (channel: string) => void
}

const modelOf = openModels(modelsOfStatements)

export const databaseError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code })

/** One database for the whole shop: tables, locks and notifications, in memory. */
export const openDatabase = (world: World) => {
  const tables = openTables()
  const advisory = openAdvisoryLocks()
  const sessions = new Map<number, Session>()
  let ids = 0

  const endTransaction = (session: Session, isCommitted: boolean) => {
    const { transaction } = session
    if (!transaction) return
    if (isCommitted) tables.apply(transaction)
    session.transaction = null
    session.isAborted = false
    session.savepoints = []
    tables.unlockAll(session)
    advisory.release(session, 'transaction')
    transaction.end()
  }

  const notify = (channel: string) => {
    for (const session of sessions.values())
      if (session.channels.has(channel)) session.onNotice(channel)
  }

  const run = (session: Session, text: string, values: Values): Answer => {
    const own = session.transaction
    const transaction = own ?? newTransaction()
    const view = viewOf(tables, transaction, session)
    const notices: string[] = []
    const statement: Statement = {
      ...view,
      now: world.now(),
      nextId: () => ++ids,
      advisory: (name, how) => advisory.take(name, session, how),
      notify: (channel) => notices.push(channel),
      listen: (channel) => session.channels.add(channel),
      mustNot: world.mustNot,
    }
    try {
      const answer = answerOf(modelOf(text)(statement, values))
      view.keep()
      if (!own) tables.apply(transaction)
      for (const channel of notices) notify(channel)
      return answer
    } finally {
      if (!own) {
        tables.unlockAll(session)
        advisory.release(session, 'transaction')
      }
    }
  }

  const waitFor = async (session: Session, by: Owner) => {
    for (let other: Owner | null = by; other; other = sessions.get(other.id)?.waitsFor ?? null)
      if (other.id === session.id) throw databaseError('40P01', 'deadlock detected')
    session.waitsFor = by
    await by.released()
    session.waitsFor = null
  }

  return {
    tables,
    notify,
    endTransaction,
    /** A row that is there before anything happens. */
    seed: (table: string, key: string, row: Row) => {
      const transaction = newTransaction()
      transaction.writes.set(key, { table, key, row })
      tables.apply(transaction)
    },
    connect: (onNotice: (channel: string) => void): Session => {
      const session: Session = {
        id: ++ids,
        transaction: null,
        isAborted: false,
        isOver: false,
        waitsFor: null,
        channels: new Set(),
        savepoints: [],
        onNotice,
        ended: Promise.withResolvers<void>(),
        released: () =>
          Promise.race([
            session.ended.promise,
            session.transaction?.ended ?? session.ended.promise,
          ]),
      }
      sessions.set(session.id, session)
      return session
    },
    /** The end of a connection: its transaction is rolled back, its locks are free. */
    disconnect: (session: Session) => {
      if (session.isOver) return
      session.isOver = true
      endTransaction(session, false)
      advisory.release(session, 'all')
      tables.unlockAll(session)
      sessions.delete(session.id)
      session.ended.resolve()
    },
    /** Runs one statement, and waits for others as long as it must. */
    execute: async (session: Session, text: string, values: Values): Promise<Answer> => {
      for (;;)
        try {
          return run(session, text, values)
        } catch (error) {
          if (!(error instanceof Blocked)) throw error
          await waitFor(session, error.by)
          if (session.isOver) return new Promise(() => {})
        }
    },
  }
}

export type Database = ReturnType<typeof openDatabase>
