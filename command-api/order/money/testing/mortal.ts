import { Rejected } from '@strand/event-sourcing/errors'
import type { Shop } from '../../../testing/test-shop.ts'
import { moneyOf } from './money-shop.ts'

/**
 * A process that dies on making its request number `at` to the log or the database.
 *
 * @param hasEffect whether that request still takes effect
 */
export const mortal = (shop: Shop, at: number, hasEffect: boolean) => {
  let requests = 0
  const dying =
    <Given extends unknown[], T>(request: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      requests += 1
      if (requests < at) return request(...given)
      if (requests === at && hasEffect) await request(...given)
      throw new Rejected('unavailable', 'dead')
    }
  const { eventStore, pool } = shop
  const money = moneyOf(shop, {
    eventStore: {
      ...eventStore,
      append: dying(eventStore.append),
      readStream: dying(eventStore.readStream),
    },
    pool: Object.assign(Object.create(pool), {
      query: dying((...given: unknown[]) => pool.query(...(given as [string]))),
      connect: () => pool.connect(),
    }) as typeof pool,
  })
  return { money, requests: () => requests }
}
