import type { LocationEvent } from '@strand/contracts/catalogue/location.events'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { test } from 'vitest'
import { locationDecider } from './location.decider.ts'

const { given } = deciderSpecification(locationDecider)
const locationId = '00000000-0000-4000-8000-000000000001'
const data = { locationId, name: 'Lagos', price: 2_500, address: '' }
const created = { type: 'LocationCreated', data } satisfies LocationEvent
const archived = { type: 'LocationArchived', data: { locationId } } satisfies LocationEvent
const restored = { type: 'LocationRestored', data: { locationId } } satisfies LocationEvent

test('a delivery location is created once', () => {
  given().when({ type: 'CreateLocation', data }).thenEvents(created)
  given(created).when({ type: 'CreateLocation', data }).thenRejected('conflict')
})

test('an active location gets another name, price or pick-up address', () => {
  for (const change of [{ name: 'Ikeja' }, { price: 3_000 }, { address: '1 Allen Avenue' }])
    given(created)
      .when({ type: 'UpdateLocation', data: { ...data, ...change } })
      .thenEvents({ type: 'LocationUpdated', data: { ...data, ...change } })
  given(created).when({ type: 'UpdateLocation', data }).thenEvents()
})

test('an archived location is restored before it is changed', () =>
  given(created, archived)
    .when({ type: 'UpdateLocation', data: { ...data, price: 1 } })
    .thenRejected('conflict', 'An archived delivery location is restored before it is changed'))

test('a location goes into the archive and back, one step at a time', () => {
  given(created).when({ type: 'ArchiveLocation' }).thenEvents(archived)
  given(created, archived).when({ type: 'ArchiveLocation' }).thenRejected('conflict')
  given(created, archived).when({ type: 'RestoreLocation' }).thenEvents(restored)
  given(created).when({ type: 'RestoreLocation' }).thenRejected('conflict')
})

test('nothing can be done to a location that does not exist', () => {
  for (const command of [
    { type: 'UpdateLocation', data },
    { type: 'ArchiveLocation' },
    { type: 'RestoreLocation' },
  ] as const)
    given().when(command).thenRejected('not-found', 'There is no delivery location with this id')
})
