import { type LocationEvent, locationEvents } from '@strand/contracts/catalogue/location.resource'
import { type ProductEvent, productEvents } from '@strand/contracts/catalogue/product.resource'
import { type SalesEvent, salesEvents } from '@strand/contracts/catalogue/sales.resource'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { readServing } from '@strand/event-sourcing/processors/report'
import { withMetadata } from '@strand/platform/http/command-origin'
import { eventually } from '@strand/platform/testing/eventually'
import { startProjections } from '@strand/projections/start-projections'

export const lagos = { locationid: '00000000-0000-4000-8000-000000000001', price: 2_500 }
export const pickUp = { locationid: '00000000-0000-4000-8000-000000000002', price: 0 }
export const abroad = { locationid: '00000000-0000-4000-8000-000000000003', price: 30_000 }
export const closed = { locationid: '00000000-0000-4000-8000-000000000004', price: 2_500 }
export const straight = { productid: '00000000-0000-4000-8000-000000000011', price: 45_000 }
export const curly = { productid: '00000000-0000-4000-8000-000000000012', price: 60_000 }
export const running = { salesid: '00000000-0000-4000-8000-000000000021' }
export const over = { salesid: '00000000-0000-4000-8000-000000000022' }

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** Appends the shop's products, delivery locations and campaigns, under the ids above. */
export const stockShop = async (eventStore: EventStore): Promise<void> => {
  const start = <Event>(
    codec: Parameters<typeof withMetadata<Event>>[0],
    stream: string,
    ...events: Event[]
  ) => {
    const actor = { kind: 'system', id: 'test' } as const
    const origin = { commandId: stream, correlationId: stream, at: new Date(), actor }
    return eventStore.append(stream, events.map(withMetadata(codec, origin)), 'no-stream')
  }
  const product = (productId: string, name: string, price: number, ...later: ProductEvent[]) =>
    start<ProductEvent>(
      productEvents,
      `product-${productId}`,
      { type: 'ProductCreated', data: { productId, name, price } },
      ...later,
    )
  const location = (
    { locationid: locationId, price }: typeof lagos,
    name: string,
    address: string,
    ...later: LocationEvent[]
  ) =>
    start<LocationEvent>(
      locationEvents,
      `location-${locationId}`,
      { type: 'LocationCreated', data: { locationId, name, price, address } },
      ...later,
    )
  const campaign = (salesId: string, name: string, startsAt: string, endsAt: string) =>
    start<SalesEvent>(salesEvents, `sales-${salesId}`, {
      type: 'SalesCreated',
      data: { salesId, name, startsAt, endsAt },
    })
  const oldWig = '00000000-0000-4000-8000-000000000013'
  await Promise.all([
    product(straight.productid, 'Bone Straight', straight.price),
    product(curly.productid, 'Deep Curly', curly.price),
    product(oldWig, 'Old Wig', 10_000, { type: 'ProductArchived', data: { productId: oldWig } }),
    location(lagos, 'Lagos', ''),
    location(pickUp, 'Pick-up', '1 Allen Avenue, Ikeja'),
    location(abroad, 'International', ''),
    location(closed, 'Kano', '', {
      type: 'LocationArchived',
      data: { locationId: closed.locationid },
    }),
    campaign(running.salesid, 'Black Friday', hours(-24), hours(24)),
    campaign(over.salesid, 'Easter', hours(-216), hours(-48)),
  ])
}

/** Runs the real projections until they have caught up with the log, then stops them. */
export const projectEvents = async (
  options: Parameters<typeof startProjections>[0],
): Promise<void> => {
  const head = await options.eventStore.headPosition()
  const projections = startProjections(options)
  const served = async () => (await readServing(options.pool)).map(({ position }) => position)
  await eventually(
    served,
    (positions) =>
      positions.length === projections.length && positions.every((position) => position >= head),
  )
  await Promise.all(projections.map((projection) => projection.stop()))
}
