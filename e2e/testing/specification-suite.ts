import type { ShopOptions } from '@strand/all-in-one/shop-options'
import { afterAll } from 'vitest'
import { type Row, startSpecificationShop } from './client.ts'
import { createCatalogue, orderForm } from './fixtures.ts'

export const openSuite = async (changes: Partial<ShopOptions> = {}) => {
  const shop = await startSpecificationShop(changes)
  afterAll(() => shop.close())
  return { shop, owner: await shop.signIn() }
}

/** Like `openSuite`, with a catalogue to order from. */
export const openOrderSuite = async (changes: Partial<ShopOptions> = {}) => {
  const { shop, owner } = await openSuite(changes)
  const goods = await createCatalogue(shop, owner)
  return {
    shop,
    owner,
    goods,
    submit: async (changes: Row = {}, headers: Record<string, string> = {}) =>
      shop.post('/api/create-order', await orderForm(goods, changes), { headers }),
    row: async (orderid: string): Promise<Row> => {
      const { data } = await shop.list('/api/admin/orders', owner, { search: orderid })
      return data[0] ?? {}
    },
  }
}
