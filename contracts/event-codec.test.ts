import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { UserPersonal } from './accounts/events.ts'
import { defineEvent, eventCodec, firstEvent } from './event-codec.ts'
import { OrderPersonal } from './order/personal.ts'

const metadata = {
  at: '2026-03-01T09:00:00.000Z',
  correlationId: 'request',
  causationId: 'command',
  actor: { kind: 'staff' as const, id: 'ada' },
}

/** A type with two older shapes: `title`, then `name`, then `name` and `price`. */
const shelfEvents = eventCodec('shelf-{id}', [
  defineEvent(
    'ThingAdded',
    'Staff added a thing.',
    z.object({ name: z.string(), price: z.int() }),
    [({ title, ...rest }) => ({ ...rest, name: title }), (data) => ({ ...data, price: 0 })],
  ),
  defineEvent('ThingRemoved', 'Staff removed a thing.', z.object({ name: z.string() })),
])
const stored = (
  data: Record<string, string | number>,
  schemaVersion: number,
  type = 'ThingAdded',
) => ({
  type,
  data,
  metadata: { ...metadata, schemaVersion },
})

describe('decode', () => {
  test.for([
    { version: 1, data: { title: 'Wig' }, current: { name: 'Wig', price: 0 } },
    { version: 2, data: { name: 'Wig' }, current: { name: 'Wig', price: 0 } },
    { version: 3, data: { name: 'Wig', price: 5 }, current: { name: 'Wig', price: 5 } },
  ])('upcasts version $version to the current shape', ({ version, data, current }) => {
    const decoded = shelfEvents.decode(stored(data, version))
    expect(decoded.event).toEqual({ type: 'ThingAdded', data: current })
    expect(decoded.metadata).toEqual({ ...metadata, schemaVersion: version })
  })

  test('refuses a version that a newer release wrote', () => {
    expect(() => shelfEvents.decode(stored({ name: 'Wig', price: 5 }, 4))).toThrow(
      'ThingAdded has version 4, and this release reads up to 3',
    )
  })

  test('refuses an unknown type, bad data and bad metadata', () => {
    expect(() => shelfEvents.decode(stored({}, 1, 'ThingLost'))).toThrow(
      'shelf-{id} has no event ThingLost',
    )
    const bad = [
      stored({ name: 'Wig' }, 3),
      { ...stored({ name: 'Wig', price: 5 }, 3), metadata: {} },
      stored({ name: 'Wig', price: 5 }, 0),
    ]
    for (const one of bad)
      expect(() => shelfEvents.decode(one)).toThrow(
        expect.objectContaining({ cause: expect.any(z.ZodError) }),
      )
  })
})

test('encode stores the current version, and drops or refuses what the schema does not have', () => {
  const event = { type: 'ThingAdded' as const, data: { name: 'Wig', price: 5, colour: 'red' } }
  const encoded = shelfEvents.encode(event, metadata)
  expect(encoded).toEqual(stored({ name: 'Wig', price: 5 }, 3))
  expect(shelfEvents.encode({ type: 'ThingRemoved', data: { name: 'Wig' } }, metadata)).toEqual(
    stored({ name: 'Wig' }, 1, 'ThingRemoved'),
  )
  const half = { type: 'ThingAdded' as const, data: { name: 'Wig', price: 0.5 } }
  expect(() => shelfEvents.encode(half, metadata)).toThrow(z.ZodError)
})

test('firstEvent decodes only the first event of a type', () => {
  const stream = [stored({ broken: 1 }, 1, 'ThingRemoved'), stored({ title: 'Wig' }, 1)]
  expect(firstEvent(shelfEvents, 'ThingAdded', stream)).toEqual({
    event: { type: 'ThingAdded', data: { name: 'Wig', price: 0 } },
    stored: stream[1],
  })
  expect(firstEvent(shelfEvents, 'ThingAdded', [])).toBeUndefined()
})

test('reads the sealed contents of the first releases, which lack the form’s hashes and the country code', () => {
  const order = {
    firstName: 'Ada',
    lastName: 'Eze',
    email: 'ada@strand.example',
    countryCode: 'NG',
    phone: '08030000000',
    instagramUsername: '',
    accountName: 'Ada Eze',
    deliveryAddress: '',
    postalCode: '',
    fileNames: ['a.png'],
  }
  expect(OrderPersonal.parse(order)).toEqual(order)
  const user = { firstname: 'Ada', lastname: 'Eze', email: 'ada@strand.example', phone: '0803' }
  expect(UserPersonal.parse(user)).toEqual({ ...user, countryCode: 'NG' })
})
