import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { lockTransaction, tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { openPlaces } from '@strand/platform/fairness/places'
import type { Origin } from '@strand/platform/http/command-origin'
import { type OrderCommandFor, staffCommandHandler } from '../handler.ts'
import type { Order, RecordedOrderEvent } from '../state.ts'
import { makeLinesAgree } from './lines-agree.ts'
import type { MoneyOptions } from './options.ts'
import { deleteRow, insertRow, type MoneyRow } from './rows.ts'

/** Each holds a connection while it waits for the log: the others are for what it asks meanwhile. */
const locksAtOnce = 3

const lockName = (orderId: string) => `strand order money ${orderId}`

/** Runs the commands that change an order and the bank lines that pay it. Decision 217. */
export const openOrderMoney = (options: MoneyOptions) => {
  const { pool } = options
  const places = openPlaces({ atOnce: locksAtOnce, queue: 200 })
  const inTurn = <T>(orderId: string, work: () => Promise<T>) =>
    places.use({ client: orderId, network: orderId }, work)
  let hasLines = false
  return {
    ...options,
    handle: staffCommandHandler(options),
    /** One at a time for each order, in the whole shop. */
    underLock: <T>(orderId: string, work: () => Promise<T>): Promise<T> =>
      inTurn(orderId, () =>
        transaction(pool, async (connection) => {
          await lockTransaction(connection, lockName(orderId), 'hashtextextended')
          return work()
        }),
      ),
    /** Does nothing while somebody else is at it. */
    unlessLocked: (orderId: string, work: () => Promise<void>): Promise<void> =>
      inTurn(orderId, () =>
        transaction(pool, async (connection) => {
          if (await tryLockTransaction(connection, lockName(orderId), 'hashtextextended'))
            await work()
        }),
      ),
    /** Whether any statement brought a line: a shop without pays nothing for what lines need. */
    hasBankLines: async (): Promise<boolean> => {
      if (hasLines) return true
      const { rows } = await pool.query<{ any: boolean }>(
        'select exists (select from bank_line) as any',
      )
      hasLines = rows[0]?.any === true
      return hasLines
    },
  }
}

export type OrderMoney = ReturnType<typeof openOrderMoney>

/** One attempt of a command, decided and not yet appended. */
type Decided = {
  events: RecordedOrderEvent[]
  order: Order
  /**
   * Takes the order's lock until the command ends. True if it was not held before: the order may have
   * changed meanwhile, and has to be looked at again.
   */
  lock: () => Promise<boolean>
  /** Records what begins, before any line changes. */
  begin: (row: Omit<MoneyRow, 'id'>) => Promise<void>
}

/**
 * Runs a command on an order that may change bank lines too, between the decision and the append. Most
 * commands change none: they take no lock and record nothing.
 */
export const changeWithLines = (
  money: OrderMoney,
  orderId: string,
  {
    command,
    origin,
    seen,
    changeLines,
    isWhole,
  }: {
    command: OrderCommandFor
    origin: Origin
    seen: string | undefined
    changeLines: (decided: Decided) => Promise<'look again' | 'append'>
    isWhole?: (events: RecordedOrderEvent[]) => boolean
  },
) =>
  withLock(money, orderId, (lock) =>
    recordingSteps(
      money,
      (begin) =>
        money.handle(orderId, command, origin, seen, (events, order) =>
          changeLines({ events, order, lock, begin }),
        ),
      isWhole && (({ events }) => isWhole(events)),
    ),
  )

/** Runs work that takes the order's lock when it first needs it, and holds it until the work is done. */
const withLock = async <T>(
  { underLock }: Pick<OrderMoney, 'underLock'>,
  orderId: string,
  work: (lock: () => Promise<boolean>) => Promise<T>,
): Promise<T> => {
  const done = Promise.withResolvers<void>()
  let held: Promise<void> | undefined
  const lock = async () => {
    if (held) return false
    const taken = Promise.withResolvers<void>()
    held = underLock(orderId, () => {
      taken.resolve()
      return done.promise
    })
    held.catch(taken.reject)
    await taken.promise
    return true
  }
  try {
    return await work(lock)
  } finally {
    done.resolve()
    await held
  }
}

/**
 * Runs a command that records what it begins. If it is refused in the middle, what it did to lines is
 * taken back before the refusal is passed on. When nobody knows whether the log has its events, what
 * it recorded stays, and `finishOrderMoney` looks later.
 *
 * @param isWhole whether lines and order agree, or have to be made to; without it, `finishOrderMoney`
 *   looks once more
 * @returns the result, and the log's position after what was freed then, if anything was
 */
export const recordingSteps = async <T>(
  money: OrderMoney,
  run: (begin: (row: Omit<MoneyRow, 'id'>) => Promise<void>) => Promise<T>,
  isWhole?: (result: T) => boolean,
): Promise<T & { freedAt: Position | null }> => {
  const begun: MoneyRow[] = []
  const begin = async (row: Omit<MoneyRow, 'id'>) => {
    begun.push(await insertRow(money, row))
  }
  let freedAt: Position | null = null
  const end = async (agrees: boolean) => {
    for (const row of begun) {
      if (!agrees) freedAt = (await makeLinesAgree(money, row)) ?? freedAt
      await deleteRow(money, row)
    }
  }
  const endOrWait = (agrees: boolean) =>
    end(agrees).catch((err) => money.log.warn({ err }, 'bank lines wait to agree with an order'))
  try {
    const result = await run(begin)
    // A second attempt may have begun with other lines than the first.
    if (isWhole) await endOrWait(begun.length <= 1 && isWhole(result))
    return { ...result, freedAt }
  } catch (error) {
    if (error instanceof Rejected && error.code !== 'unavailable') await endOrWait(false)
    throw error
  }
}
