import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { lockTransaction, tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { openPlaces } from '@strand/platform/fairness/places'
import { staffCommandHandler } from '../staff-command.ts'
import type { MoneyOptions } from './options.ts'
import { deleteRow, insertRow, type MoneyRow } from './rows.ts'
import { settle } from './settle.ts'

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

const needsLock = new Error('bank lines have a part in this command')

/**
 * Runs a command without the order's lock, and again under it once the command says that lines have a
 * part in it: most commands on orders have none, and then cost no more than before.
 *
 * @param run calls `lock` before it writes anything, if lines have a part in it
 */
export const lockingForLines = async <T>(
  money: OrderMoney,
  orderId: string,
  run: (lock: () => void) => Promise<T>,
): Promise<T> => {
  try {
    return await run(() => {
      throw needsLock
    })
  } catch (error) {
    if (error !== needsLock) throw error
  }
  return money.underLock(orderId, () => run(() => {}))
}

/**
 * Runs a command that notes what it begins. If it is refused in the middle, what it did to lines is
 * taken back before the refusal is passed on. When nobody knows whether the log has its events, what
 * it noted stays, and `finishOrderMoney` looks later.
 *
 * @param isWhole whether lines and order agree, or have to be made to; without it, `finishOrderMoney`
 *   looks once more
 * @returns the result, and the log's position after what was freed then, if anything was
 */
export const noting = async <T>(
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
      if (!agrees) freedAt = (await settle(money, row)) ?? freedAt
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
