import { randomBytes } from 'node:crypto'
import {
  eventsOf,
  type SampleCatalogue,
  type SampleOrder,
  sampleOrder,
} from '@strand/all-in-one/demo/orders'
import { pick, type Random, seededRandom } from '@strand/all-in-one/demo/people'
import type { OpenShop } from '@strand/all-in-one/shop'
import { orderEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { OrderStatus } from '@strand/contracts/order/status'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { withMetadata } from '@strand/platform/http/command-origin'

/**
 * Two years of orders of a busy shop, half of them confirmed. The youngest is ten days old, because
 * events cause no email after 72 hours.
 */
const years = 2
const youngestHours = 24 * 10
/** A random number below 1 selects the first status whose share exceeds it. */
const cumulativeShares: Record<OrderStatus, number> = {
  pending: 0.2,
  confirmed: 0.7,
  shipped: 0.85,
  returned: 0.9,
  archived: 1,
}

const stepsTo = (status: OrderStatus, random: Random): SampleOrder['steps'] => {
  const approve = { type: 'approve', hours: 1 + random() * 20 } as const
  const change = (to: 'shipped' | 'returned') =>
    ({
      type: 'status',
      to,
      hours: 24 + random() * 24,
      message: 'It is on its way to you.',
    }) as const
  const steps: Record<OrderStatus, SampleOrder['steps']> = {
    pending: [],
    confirmed: [approve],
    shipped: [approve, change('shipped')],
    returned: [approve, change('shipped'), change('returned')],
    archived: [{ type: 'archive', hours: 5 }],
  }
  return steps[status]
}

/** A proof without a file; one in fifty was already sent with another order. */
const proofOf = (random: Random, usedHashes: string[]): ProofFile => {
  const sha256 =
    usedHashes.length > 0 && random() < 0.02
      ? pick(random, usedHashes)
      : randomBytes(32).toString('hex')
  usedHashes[Math.floor(random() * 1000)] ??= sha256
  return {
    fileUid: crypto.randomUUID(),
    key: randomBytes(16).toString('hex'),
    type: 'image/png',
    size: 120_000,
    sha256,
  }
}

/** How many appends run at once; they share round trips and commits. */
const width = 2_000

type Seeded = { events: number; seconds: number; counts: Record<OrderStatus, number> }

/**
 * Appends `count` orders with all their events, as the shop writes them: personal data is sealed
 * with a key per order, and ids derive from commands.
 */
export const seedOrders = async (
  { eventStore, personalData }: OpenShop,
  options: { catalogue: SampleCatalogue; staffId: string; count: number; seed: number },
): Promise<Seeded> => {
  const random = seededRandom(options.seed)
  const now = new Date()
  const counts: Record<OrderStatus, number> = {
    pending: 0,
    confirmed: 0,
    shipped: 0,
    returned: 0,
    archived: 0,
  }
  const usedHashes: string[] = []
  let left = options.count
  let written = 0
  const started = performance.now()

  // Seeds the orders from the oldest to the newest, as they arrive in a shop, so that rows of one
  // time are stored together.
  const seedOne = async (older: number) => {
    const hours = youngestHours + ((older + random()) / options.count) * 24 * 365 * years
    const chance = random()
    const status = OrderStatus.options.find((one) => chance < cumulativeShares[one]) ?? 'pending'
    const order = sampleOrder(random, options.catalogue, now, hours)
    order.steps = stepsTo(status, random)
    const files = [proofOf(random, usedHashes.filter(Boolean))]
    const key = await personalData.take()
    const seal = (data: JsonObject) => personalData.seal(key, data)
    const events = eventsOf(order, { seal, files }, now).map(({ event, at, byCustomer }, index) =>
      withMetadata(orderEvents, {
        commandId: `bench:${order.orderId}:${index}`,
        correlationId: crypto.randomUUID(),
        at,
        actor: byCustomer
          ? { kind: 'customer', id: order.orderId }
          : { kind: 'staff', id: options.staffId },
      })(event),
    )
    const appended = await eventStore.append(orderStream(order.orderId), events, 'no-stream')
    if (!appended.ok) throw new Error(`two sample orders have the id ${order.orderId}`)
    counts[status]++
    written += events.length
  }
  const seedSome = async () => {
    while (left-- > 0) await seedOne(left)
  }
  await Promise.all(Array.from({ length: Math.min(width, options.count) }, seedSome))
  return { events: written, seconds: (performance.now() - started) / 1000, counts }
}
