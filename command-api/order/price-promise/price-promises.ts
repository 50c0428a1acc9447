import type { PricePromise, PromisePrices } from '@strand/contracts/order/price-promise'
import { insistDays, promiseHours } from '@strand/contracts/order/promise-times'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { isMacOf, type KeyRing, macOf } from '@strand/platform/crypto/key-ring'
import { z } from 'zod'
import { uuids } from '../create/form-context.ts'

/** A price that the shop showed, and when, in milliseconds since 1970. */
const Seen = z.object({ price: z.int(), at: z.int() })
export type Seen = z.infer<typeof Seen>

/** What the shop signs: the prices of products and of one location, by id. */
const SeenPrices = z.object({
  products: z.record(z.uuid(), Seen),
  location: z.record(z.uuid(), Seen),
})
export type SeenPrices = z.infer<typeof SeenPrices>

export const nothingSeen: SeenPrices = { products: {}, location: {} }

const hour = 3_600_000

export const holds = ({ at }: Seen, now: Date): boolean => now.getTime() < at + promiseHours * hour

/** Whether a customer may insist on the price, even if the promise has expired. */
export const mayInsist = ({ at }: Seen, now: Date): boolean =>
  now.getTime() < at + insistDays * 24 * hour

const signed = (body: string) => `price-promise:${body}`

const write = (tokenSecret: KeyRing, seen: SeenPrices): string => {
  const body = Buffer.from(JSON.stringify(seen)).toString('base64url')
  return `${body}.${macOf(tokenSecret, signed(body)).toString('base64url')}`
}

/** The contents of a promise; empty if the shop did not sign it. */
export const readPromise = (tokenSecret: KeyRing, promise: string): SeenPrices => {
  const [body = '', mac = ''] = promise.split('.')
  if (!isMacOf(tokenSecret, signed(body), Buffer.from(mac, 'base64url'))) return nothingSeen
  return SeenPrices.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}

type Options = { pool: Pool; tokenSecret: KeyRing; now: Now }

/**
 * Promises today's prices for the chosen items. If a price has changed and its earlier promise is
 * still valid, the new promise keeps the earlier amount and time. The shop stores nothing: its
 * signature is the proof. Decision 302.
 */
export const promisePrices = async (
  { pool, tokenSecret, now }: Options,
  { products, location, promise }: PromisePrices,
): Promise<PricePromise> => {
  const earlier = readPromise(tokenSecret, promise)
  const at = now()
  const { rows } = await pool.query<{ kind: 'products' | 'location'; id: string; price: number }>({
    name: 'order.prices-shown',
    text: `
      select 'products' as kind, product_id::text as id, price from read.product
      where product_id = any($1::uuid[]) and status = 'active'
      union all
      select 'location', location_id::text, price from read.location
      where location_id = any($2::uuid[]) and status = 'active'`,
    values: [uuids(products), uuids([location])],
  })
  const seen: SeenPrices = { products: {}, location: {} }
  for (const { kind, id, price } of rows) {
    const known = earlier[kind][id]
    const isKept = known && known.price !== price && holds(known, at)
    seen[kind][id] = isKept ? known : { price, at: at.getTime() }
  }
  const told = (of: Record<string, Seen>) =>
    Object.entries(of).map(([id, { price, at }]) => ({
      id,
      price,
      until: new Date(at + promiseHours * hour).toISOString(),
    }))
  const [place] = told(seen.location)
  return {
    promise: write(tokenSecret, seen),
    products: told(seen.products).map(({ id, ...rest }) => ({ productid: id, ...rest })),
    location: place ? { locationid: place.id, price: place.price, until: place.until } : null,
  }
}
