import { type ProductEvent, product } from '@strand/contracts/catalogue/product.resource'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { test } from 'vitest'
import { archivableDecider } from './archivable.decider.ts'

const { given } = deciderSpecification(archivableDecider<ProductEvent>(product))
const productId = '00000000-0000-4000-8000-000000000011'
const data = { productId, name: 'Bone Straight', price: 45_000 }
const created = { type: 'ProductCreated', data } satisfies ProductEvent
const archived = { type: 'ProductArchived', data: { productId } } satisfies ProductEvent
const restored = { type: 'ProductRestored', data: { productId } } satisfies ProductEvent
const dearer = { ...data, price: 50_000 }

test('a product is created once', () => {
  given().when({ type: 'Create', data }).thenEvents(created)
  given(created).when({ type: 'Create', data }).thenRejected('conflict')
})

test('an active product’s name and price can be changed', () =>
  given(created)
    .when({ type: 'Update', data: dearer })
    .thenEvents({ type: 'ProductUpdated', data: dearer }))

test('an update that changes nothing appends no event', () => {
  given(created).when({ type: 'Update', data }).thenEvents()
  given(created, { type: 'ProductUpdated', data: dearer })
    .when({ type: 'Update', data: dearer })
    .thenEvents()
})

test('an archived product must be restored before it is changed', () =>
  given(created, archived).when({ type: 'Update', data: dearer }).thenRejected('conflict'))

test('a product is archived and restored, one step at a time', () => {
  given(created).when({ type: 'Archive' }).thenEvents(archived)
  given(created, archived).when({ type: 'Archive' }).thenRejected('conflict')
  given(created, archived).when({ type: 'Restore' }).thenEvents(restored)
  given(created, archived, restored).when({ type: 'Restore' }).thenRejected('conflict')
})

test('nothing can be done to a product that does not exist', () => {
  for (const command of [
    { type: 'Update', data },
    { type: 'Archive' },
    { type: 'Restore' },
  ] as const)
    given().when(command).thenRejected('not-found', 'There is no product with this id')
})
