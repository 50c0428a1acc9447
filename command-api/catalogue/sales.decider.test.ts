import type { SalesEvent } from '@strand/contracts/catalogue/sales.events'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { test } from 'vitest'
import { salesDecider } from './sales.decider.ts'

const { given } = deciderSpecification(salesDecider)
const salesId = '00000000-0000-4000-8000-000000000021'
const startsAt = '2026-11-27T00:00:00.000Z'
const endsAt = '2026-11-30T23:00:00.000Z'
const data = { salesId, name: 'Black Friday', startsAt, endsAt }
const created = { type: 'SalesCreated', data } satisfies SalesEvent
const archived = { type: 'SalesArchived', data: { salesId } } satisfies SalesEvent
const restored = { type: 'SalesRestored', data: { salesId } } satisfies SalesEvent
const message = (text: string) =>
  ({ type: 'SalesMessageUpdated', data: { salesId, message: text } }) satisfies SalesEvent

test('a campaign is created once, and ends after it starts', () => {
  given().when({ type: 'CreateSales', data }).thenEvents(created)
  given(created).when({ type: 'CreateSales', data }).thenRejected('conflict')
  given()
    .when({ type: 'CreateSales', data: { ...data, endsAt: startsAt } })
    .thenRejected('invalid', 'The sales must end after they start')
})

test('an active campaign gets another name or time', () => {
  const longer = { ...data, endsAt: '2026-12-01T00:00:00.000Z' }
  given(created)
    .when({ type: 'UpdateSales', data: longer })
    .thenEvents({ type: 'SalesUpdated', data: longer })
  given(created).when({ type: 'UpdateSales', data }).thenEvents()
  given(created)
    .when({ type: 'UpdateSales', data: { ...data, startsAt: endsAt } })
    .thenRejected('invalid')
})

test('an active campaign gets a message', () => {
  given(created).when({ type: 'UpdateSalesMessage', message: 'hi' }).thenEvents(message('hi'))
  given(created, message('hi')).when({ type: 'UpdateSalesMessage', message: 'hi' }).thenEvents()
})

test('an archived campaign gets neither changes nor a message', () => {
  given(created, archived)
    .when({ type: 'UpdateSales', data: { ...data, name: 'x' } })
    .thenRejected('conflict')
  given(created, archived)
    .when({ type: 'UpdateSalesMessage', message: 'hi' })
    .thenRejected('conflict')
})

test('a campaign goes into the archive and back, one step at a time', () => {
  given(created).when({ type: 'ArchiveSales' }).thenEvents(archived)
  given(created, archived).when({ type: 'ArchiveSales' }).thenRejected('conflict')
  given(created, archived).when({ type: 'RestoreSales' }).thenEvents(restored)
  given(created).when({ type: 'RestoreSales' }).thenRejected('conflict')
})

test('nothing can be done to a campaign that does not exist', () => {
  for (const command of [
    { type: 'UpdateSales', data },
    { type: 'UpdateSalesMessage', message: 'hi' },
    { type: 'ArchiveSales' },
    { type: 'RestoreSales' },
  ] as const)
    given().when(command).thenRejected('not-found', 'There is no sales campaign with this id')
})
