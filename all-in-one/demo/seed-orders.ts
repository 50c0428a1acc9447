import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { orderEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { withMetadata } from '@strand/platform/http/command-origin'
import type { OpenShop } from '../shop.ts'
import { eventsOf, type SampleCatalogue, type SampleOrder, sampleOrder } from './orders.ts'
import type { Random } from './people.ts'
import { openReceipts } from './receipt.ts'
import type { ApiSession } from './seed.ts'

/** One order in eight is less than a day old, so that the review queue has work for a while. */
const daysAgo = (random: Random, order: number) => {
  if (order % 8 === 0) return random()
  return random() < 0.45 ? random() * 12 : random() * 60
}

/**
 * The orders' ages in hours: spread over two months, denser in the last 12 days, and densest in the
 * last one.
 */
const orderAges = (random: Random, count: number) =>
  Array.from({ length: count }, (_, order) => daysAgo(random, order) * 24)
    .map((hours) => Math.max(0.2, hours))
    .sort((one, other) => other - one)

/**
 * Makes an order pay with the previous order's payment. The payment code stays with the previous
 * order.
 */
const duplicatePayment = (order: SampleOrder, { personal, created, total }: SampleOrder) => {
  const { paymentCode: _, ...bought } = created
  order.personal = personal
  order.total = total
  order.created = bought
}

/** Takes payment codes as `/pay` does. */
export const takeCodes = async ({ call }: ApiSession, count: number): Promise<string[]> => {
  const codes: string[] = []
  while (codes.length < count) codes.push((await call('POST', '/api/payment-codes', {})).code)
  return codes
}

/**
 * Appends past orders and their receipts as events, because commands cannot have a past date. One
 * in three of the newest orders has a payment code.
 */
export const seedOrders = async (
  { eventStore, personalData, files }: OpenShop,
  options: {
    random: Random
    catalogue: SampleCatalogue
    count: number
    codes: string[]
    now: Date
    staffId: string
    onProgress: (done: number) => void
  },
): Promise<SampleOrder[]> => {
  const { random, catalogue, count, codes, now, staffId } = options
  const drawReceipt = await openReceipts()
  const receipts = new Map<number, Omit<ProofFile, 'fileUid'>>()
  const receiptFor = async (naira: number): Promise<ProofFile> => {
    // Sometimes a customer sends a receipt that another order already used.
    const existing = receipts.get(naira)
    if (existing && random() < 0.2) return { fileUid: randomUUID(), ...existing }
    const key = randomBytes(16).toString('hex')
    const { size, sha256 } = await files.write(key, Readable.from([await drawReceipt(naira)]))
    const file = { key, type: 'image/png' as const, size, sha256 }
    receipts.set(naira, file)
    return { fileUid: randomUUID(), ...file }
  }

  const orders: SampleOrder[] = []
  let previous: SampleOrder | undefined
  for (const age of orderAges(random, count)) {
    const order = sampleOrder(random, catalogue, now, age)
    // Sometimes a customer confirms a payment twice.
    if (previous && random() < 0.04) duplicatePayment(order, previous)
    previous = order
    const code =
      orders.length % 3 === 0 ? codes[Math.floor((count - orders.length) / 3)] : undefined
    if (code && order.personal !== orders.at(-1)?.personal)
      order.created = { ...order.created, paymentCode: code }
    const key = await personalData.take()
    const proofs = [await receiptFor(order.total)]
    const seal = (data: JsonObject) => personalData.seal(key, data)
    const events = eventsOf(order, { seal, files: proofs }, now).map(
      ({ event, at, byCustomer }, index) =>
        withMetadata(orderEvents, {
          commandId: `sample:${order.orderId}:${index}`,
          correlationId: randomUUID(),
          at,
          actor: byCustomer
            ? { kind: 'customer', id: order.orderId }
            : { kind: 'staff', id: staffId },
        })(event),
    )
    await eventStore.append(orderStream(order.orderId), events, 'no-stream')
    orders.push(order)
    options.onProgress(orders.length)
  }
  return orders
}
