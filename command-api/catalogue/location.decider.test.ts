import { type LocationEvent, location } from '@strand/contracts/catalogue/location.resource'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { test } from 'vitest'
import { archivableDecider } from './archivable.decider.ts'

const { given } = deciderSpecification(archivableDecider<LocationEvent>(location))
const locationId = '00000000-0000-4000-8000-000000000001'
const data = { locationId, name: 'Lagos', price: 2_500, address: '' }
const created = { type: 'LocationCreated', data } satisfies LocationEvent
const archived = { type: 'LocationArchived', data: { locationId } } satisfies LocationEvent
const restored = { type: 'LocationRestored', data: { locationId } } satisfies LocationEvent

test('a delivery location is created once', () => {
  given().when({ type: 'Create', data }).thenEvents(created)
  given(created).when({ type: 'Create', data }).thenRejected('conflict')
})

test('an active location’s name, price and pick-up address can be changed', () => {
  for (const change of [{ name: 'Ikeja' }, { price: 3_000 }, { address: '1 Allen Avenue' }])
    given(created)
      .when({ type: 'Update', data: { ...data, ...change } })
      .thenEvents({ type: 'LocationUpdated', data: { ...data, ...change } })
  given(created).when({ type: 'Update', data }).thenEvents()
})

test('an archived location must be restored before it is changed', () =>
  given(created, archived)
    .when({ type: 'Update', data: { ...data, price: 1 } })
    .thenRejected('conflict', 'Restore this archived delivery location before changing it'))

test('a location is archived and restored, one step at a time', () => {
  given(created).when({ type: 'Archive' }).thenEvents(archived)
  given(created, archived).when({ type: 'Archive' }).thenRejected('conflict')
  given(created, archived).when({ type: 'Restore' }).thenEvents(restored)
  given(created).when({ type: 'Restore' }).thenRejected('conflict')
})

test('nothing can be done to a location that does not exist', () => {
  for (const command of [
    { type: 'Update', data },
    { type: 'Archive' },
    { type: 'Restore' },
  ] as const)
    given().when(command).thenRejected('not-found', 'There is no delivery location with this id')
})
