import { outside, realPause, settle } from '../world/environment.ts'
import type { World } from '../world/world.ts'
import type { Server } from './server.ts'

type Connection = Awaited<ReturnType<Server['take']>>

type Session = {
  id: number
  connection: Connection | null
  isOver: boolean
  isInTransaction: boolean
  /** In the world's milliseconds: how long this transaction's statements wait for a lock. */
  lockTimeout: number | null
  running: Promise<unknown>
  channels: Set<string>
  notices: string[]
  onNotice: (channel: string) => void
}

/**
 * Work for the server. The world's time stops until the work is done or waits for another session.
 */
type Work = {
  session: Session
  /** Whether the statement begins or ends a transaction, and so never waits for a lock. */
  neverWaits: boolean
  /** Passes the result to the caller; null during the work. */
  tell: (() => void) | null
  /** Whether the work waited for a lock, when last checked. */
  isBlocked: boolean
  wasBlocked: boolean
}

/** The relevant parts of a statement, parsed once. */
const meaningOf = (text: string) => {
  const [word = '', second = ''] = text
    .trimStart()
    .slice(0, 80)
    .toLowerCase()
    .split(/[\s;]+/)
  const lockTimeout = /^\s*set local lock_timeout = (\d+)/.exec(text)?.[1]
  const [, called, named] = /pg_notify\('(\w+)'|^\s*notify (\w+)/.exec(text) ?? []
  const worldly = text.replaceAll(/\b(?:now|clock_timestamp)\(\)/g, 'public.simulator_now()')
  return {
    word,
    second,
    lockTimeout: lockTimeout === undefined ? null : Number(lockTimeout),
    channel: called ?? named ?? null,
    worldly,
    asksForTime: worldly !== text || text.includes('insert'),
  }
}
/** `name` identifies the statement, so that Postgres plans it once for many worlds. */
type Known = ReturnType<typeof meaningOf> & { name: string }
const meanings = new Map<string, Known>()
const knownMeaningOf = (text: string) => {
  const meaning = meanings.get(text) ?? {
    ...meaningOf(text),
    name: `statement ${meanings.size}`,
  }
  meanings.set(text, meaning)
  return meaning
}

/** In real milliseconds: a statement without an answer for longer may be waiting for a lock. */
const grace = 3

const nothing = { rows: [], rowCount: 0 }

/**
 * The sessions of one world on the real database. One statement runs at a time: the next begins
 * when all others have answered or wait for a lock. Answers are passed on in the order of the
 * statements. So the database behaves the same for the same seed.
 */
export const openDatabase = (world: World, server: Server) => {
  const sessions = new Set<Session>()
  let works: Work[] = []
  let answered = Promise.withResolvers<void>()
  let hasAnswered = false
  let ids = 0
  let refusals = 0

  const perform = <T>(session: Session, run: () => Promise<T>, neverWaits = false) =>
    new Promise<T>((resolve, reject) => {
      const work: Work = { session, neverWaits, tell: null, isBlocked: false, wasBlocked: false }
      works.push(work)
      const end = (tell: () => void) => {
        work.tell = tell
        hasAnswered = true
        answered.resolve()
      }
      outside(run).then(
        (value) => end(() => resolve(value)),
        (error) => end(() => reject(error)),
      )
    })

  const cancel = async ({ connection, running }: Session) => {
    await server.control.query('select pg_cancel_backend($1)', [connection?.pid])
    await running.catch(() => {})
  }

  const disconnect = (session: Session) => {
    if (session.isOver) return
    session.isOver = true
    sessions.delete(session)
    const { connection } = session
    if (!connection) return
    const isWaiting = works.some((work) => work.session === session && !work.tell)
    const end = async () => {
      if (isWaiting) await cancel(session)
      await server.giveBack(connection)
    }
    void perform(session, end, true).catch((error) => world.mustNot(`no end: ${error.stack}`))
  }

  const tellNotices = (session: Session) => {
    const channels = session.notices.splice(0)
    for (const channel of channels)
      for (const one of sessions) if (one.channels.has(channel)) one.onNotice(channel)
  }

  const ask = async (session: Session, text: string, values: unknown[]) => {
    const { connection } = session
    if (!connection) throw new Error('Connection terminated')
    const { word, second, lockTimeout, channel, worldly, asksForTime, name } = knownMeaningOf(text)
    if (word === 'listen') {
      session.channels.add(second)
      return nothing
    }
    if (lockTimeout !== null) {
      session.lockTimeout = lockTimeout
      return nothing
    }
    if (channel) session.notices.push(channel)
    const setNow = `simulator.now = '${new Date(world.now()).toISOString()}'`
    if (word === 'begin') {
      session.isInTransaction = true
      await connection.query(`${text}; set local ${setNow}`)
      return nothing
    }
    if (asksForTime && !session.isInTransaction) await connection.query(`set ${setNow}`)
    const answer = await connection.query(
      values.length > 0 ? { name, text: worldly, values } : worldly,
    )
    if (word === 'commit' || (word === 'rollback' && second !== 'to')) {
      session.isInTransaction = false
      session.lockTimeout = null
      if (answer.command !== 'COMMIT') session.notices = []
    }
    return answer
  }

  /**
   * The sessions that wait for a session that does not wait itself. The others are in a deadlock,
   * which Postgres breaks.
   */
  const patientOf = (waits: Map<number, number[]>) => {
    const patient = new Set<number>()
    const isPatient = (by: number[]) =>
      by.length > 0 && by.every((pid) => !waits.has(pid) || patient.has(pid))
    for (let size = -1; size < patient.size; ) {
      size = patient.size
      for (const [pid, by] of waits) if (isPatient(by)) patient.add(pid)
    }
    return patient
  }

  const cancelLater = (work: Work, milliseconds: number) =>
    world.plan(milliseconds, () => {
      const { session } = work
      if (!work.tell) void perform(session, () => cancel(session), true)
    })

  const findBlocked = async (under: Work[]) => {
    if (under.some(({ neverWaits }) => neverWaits)) return
    const { rows } = await server.control.query<{ pid: number; by: number[] }>(
      'select pid, pg_blocking_pids(pid) as by from unnest($1::int[]) pid',
      [under.map(({ session }) => session.connection?.pid)],
    )
    const patient = patientOf(new Map(rows.map(({ pid, by }) => [pid, by])))
    for (const work of under) {
      const { connection, lockTimeout } = work.session
      if (!patient.has(connection?.pid ?? 0)) continue
      if (!work.wasBlocked && lockTimeout !== null) cancelLater(work, lockTimeout)
      work.isBlocked = true
      work.wasBlocked = true
    }
  }

  const awaitAnswer = () => Promise.race([answered.promise, realPause(grace)])

  /** Resolves when each statement has an answer or waits for a lock; passes the answers on. */
  const rest = async () => {
    while (works.length > 0) {
      const under = works.filter(({ tell }) => !tell)
      const open = under.filter(({ isBlocked }) => !isBlocked)
      if (open.some(({ wasBlocked }) => !wasBlocked)) await awaitAnswer()
      if (hasAnswered) {
        // The locks that other statements wait for may be free now.
        for (const work of works) work.isBlocked = false
        hasAnswered = false
        answered = Promise.withResolvers<void>()
      } else if (open.length > 0) {
        await findBlocked(under)
        if (open.some(({ isBlocked, wasBlocked }) => wasBlocked && !isBlocked)) await awaitAnswer()
      } else {
        const done = works.filter(({ tell }) => tell)
        if (done.length === 0) return
        works = under
        for (const work of done) work.tell?.()
        await settle()
      }
    }
  }

  return {
    server,
    connect: (onNotice: Session['onNotice']): Session => {
      const session: Session = {
        id: ++ids,
        connection: null,
        isOver: false,
        isInTransaction: false,
        lockTimeout: null,
        running: Promise.resolve(),
        channels: new Set(),
        notices: [],
        onNotice,
      }
      sessions.add(session)
      return session
    },
    begin: (session: Session): Promise<void> =>
      perform(
        session,
        async () => {
          session.connection = await server.take()
        },
        true,
      ),
    disconnect,
    countRefusal: (): number => ++refusals,
    /**
     * Runs a statement, and waits for others as long as necessary. Never resolves once the session
     * has ended.
     */
    execute: (session: Session, text: string, values: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const run = () => {
          const running = ask(session, text, values)
          session.running = running
          return running
        }
        const unlessOver =
          <T>(tell: (value: T) => void) =>
          (value: T) => {
            if (!session.isOver) tell(value)
          }
        const tell = (answer: unknown) => {
          if (!session.isInTransaction) tellNotices(session)
          resolve(answer)
        }
        perform(session, run).then(unlessOver(tell), unlessOver(reject))
      }),
    rest,
    close: async (): Promise<void> => {
      for (const session of sessions) disconnect(session)
      await rest()
    },
  }
}

export type Database = ReturnType<typeof openDatabase>
