import type { ProductEvent } from '@strand/contracts/catalogue/product.events'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { test } from 'vitest'
import { productDecider } from './product.decider.ts'

const { given } = deciderSpecification(productDecider)
const productId = '00000000-0000-4000-8000-000000000011'
const data = { productId, name: 'Bone Straight', price: 45_000 }
const created = { type: 'ProductCreated', data } satisfies ProductEvent
const archived = { type: 'ProductArchived', data: { productId } } satisfies ProductEvent
const restored = { type: 'ProductRestored', data: { productId } } satisfies ProductEvent
const dearer = { ...data, price: 50_000 }

test('a product is created once', () => {
  given().when({ type: 'CreateProduct', data }).thenEvents(created)
  given(created).when({ type: 'CreateProduct', data }).thenRejected('conflict')
})

test('an active product gets another name or price', () =>
  given(created)
    .when({ type: 'UpdateProduct', data: dearer })
    .thenEvents({ type: 'ProductUpdated', data: dearer }))

test('an update that changes nothing is no event', () => {
  given(created).when({ type: 'UpdateProduct', data }).thenEvents()
  given(created, { type: 'ProductUpdated', data: dearer })
    .when({ type: 'UpdateProduct', data: dearer })
    .thenEvents()
})

test('an archived product is restored before it is changed', () =>
  given(created, archived).when({ type: 'UpdateProduct', data: dearer }).thenRejected('conflict'))

test('a product goes into the archive and back, one step at a time', () => {
  given(created).when({ type: 'ArchiveProduct' }).thenEvents(archived)
  given(created, archived).when({ type: 'ArchiveProduct' }).thenRejected('conflict')
  given(created, archived).when({ type: 'RestoreProduct' }).thenEvents(restored)
  given(created, archived, restored).when({ type: 'RestoreProduct' }).thenRejected('conflict')
})

test('nothing can be done to a product that does not exist', () => {
  for (const command of [
    { type: 'UpdateProduct', data },
    { type: 'ArchiveProduct' },
    { type: 'RestoreProduct' },
  ] as const)
    given().when(command).thenRejected('not-found', 'There is no product with this id')
})
