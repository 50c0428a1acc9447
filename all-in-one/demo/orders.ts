import type { OrderEvent, OrderLine } from '@strand/contracts/order/events'
import { orderIdFromBytes } from '@strand/contracts/order/id'
import { orderLife } from '@strand/contracts/order/order-life'
import type { OrderPersonal } from '@strand/contracts/order/personal'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import type { OrderStatus } from '@strand/contracts/order/status'
import { pick, type Random, sampleCustomer } from './people.ts'

export type SampleCatalogue = {
  products: { productId: string; product: string; price: number }[]
  locations: { locationId: string; name: string; price: number; address: string }[]
  sales: { salesId: string; name: string }
}

/** A step in an order's life; `hours` counts from the previous step. */
type Step =
  | { type: 'approve'; hours: number }
  | { type: 'archive'; hours: number; reason?: string }
  | { type: 'status'; to: 'shipped' | 'returned'; hours: number; message: string }
  | { type: 'review'; hours: number; text: string }

const messages = {
  shipped: 'Your parcel left us with the courier today. Expect it in 2 to 4 days.',
  returned: 'We have the parcel back, thank you. Your exchange goes out tomorrow.',
}
const reasons = [
  'No payment came',
  'The same order was sent twice',
  'The customer no longer wants it',
  'The customer does not answer',
]
const reviews = [
  'Soft, full and exactly the colour on the picture. Will order again!',
  'Came in two days, well packed. The lace is very fine.',
  'Lovely texture, it holds a curl. One bundle was a little thinner than the others.',
]

const shipped: Step = { type: 'status', to: 'shipped', hours: 20, message: messages.shipped }

/** The steps of an order, by its age: most recent orders are still pending. */
const stepsByAge = (random: Random, ageHours: number): Step[] => {
  const chance = random()
  if (ageHours < 30) return chance < 0.75 ? [] : [{ type: 'approve', hours: 2 }]
  if (ageHours < 120 && chance < 0.2) return []
  if (chance < 0.06) return [{ type: 'archive', hours: 5, reason: pick(random, reasons) }]
  if (ageHours < 120) return [{ type: 'approve', hours: 3 + random() * 12 }]
  const approved: Step[] = [{ type: 'approve', hours: 2 + random() * 10 }]
  if (chance < 0.3) return approved
  if (chance < 0.38)
    return [
      ...approved,
      shipped,
      { type: 'status', to: 'returned', hours: 50, message: messages.returned },
    ]
  if (chance < 0.7) return [...approved, shipped]
  return [...approved, shipped, { type: 'review', hours: 40, text: pick(random, reviews) }]
}

export type SampleOrder = {
  orderId: string
  personal: OrderPersonal
  total: number
  created: Omit<
    Extract<OrderEvent, { type: 'OrderCreated' }>['data'],
    'orderId' | 'personal' | 'files'
  >
  steps: Step[]
  createdAt: Date
}

export const sampleOrder = (
  random: Random,
  catalogue: SampleCatalogue,
  now: Date,
  ageHours: number,
): SampleOrder => {
  const orderId = orderIdFromBytes(Uint8Array.from({ length: 8 }, () => Math.floor(random() * 256)))
  const { address, ...customer } = sampleCustomer(random)
  const chosen = new Set(
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, catalogue.products)),
  )
  const lines: OrderLine[] = [...chosen].map((product) => {
    const quantity = random() < 0.7 ? 1 : 2 + Math.floor(random() * 2)
    return { ...product, quantity, amount: product.price * quantity }
  })
  const location = pick(random, catalogue.locations)
  const international = location.name === 'international'
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const total = subtotal + location.price
  return {
    orderId,
    total,
    personal: {
      ...customer,
      deliveryAddress: location.address ? '' : address,
      postalCode: international ? 'SW9 8HE' : '',
      fileNames: ['receipt.png'],
    },
    created: {
      lines,
      location: {
        locationId: location.locationId,
        name: location.name,
        address: location.address,
      },
      country: international ? 'United Kingdom' : '',
      sales: ageHours < 24 * 12 && random() < 0.7 ? catalogue.sales : null,
      subtotal,
      deliveryPrice: location.price,
      total,
    },
    steps: stepsByAge(random, ageHours),
    createdAt: new Date(now.getTime() - ageHours * 3_600_000),
  }
}

/** Whether nothing has happened to the order yet. */
export const isUntouched = ({ createdAt, steps }: SampleOrder, now: Date): boolean => {
  const [first] = steps
  return !first || createdAt.getTime() + first.hours * 3_600_000 > now.getTime()
}

/** A sample order's events in order, each with its time; no event is later than `now`. */
export const eventsOf = (
  order: SampleOrder,
  { seal, files }: { seal: Parameters<typeof orderLife>[1]; files: ProofFile[] },
  now: Date,
): { event: OrderEvent; at: Date; byCustomer: boolean }[] => {
  const life = orderLife(order.orderId, seal)
  let status: OrderStatus = 'pending'
  const eventOf = (step: Step): OrderEvent => {
    if (step.type === 'review') return life.reviewed(step.text)
    if (step.type === 'archive') return life.archived(status, '', step.reason)
    const from = status
    status = step.type === 'approve' ? 'confirmed' : step.to
    return step.type === 'approve' ? life.approved() : life.changed(from, step.to, step.message)
  }
  let at = order.createdAt
  const created = life.created(order.personal, { ...order.created, files })
  const events = [{ event: created, at, byCustomer: true }]
  for (const step of order.steps) {
    at = new Date(at.getTime() + step.hours * 3_600_000)
    if (at > now) break
    events.push({ event: eventOf(step), at, byCustomer: step.type === 'review' })
  }
  return events
}
