import type { SalesEvent } from '@strand/contracts/catalogue/sales.resource'
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
  given().when({ type: 'Create', data }).thenEvents(created)
  given(created).when({ type: 'Create', data }).thenRejected('conflict')
  given()
    .when({ type: 'Create', data: { ...data, endsAt: startsAt } })
    .thenRejected('invalid', 'The sales must end after they start')
})

test('an active campaign’s name and times can be changed', () => {
  const longer = { ...data, endsAt: '2026-12-01T00:00:00.000Z' }
  given(created)
    .when({ type: 'Update', data: longer })
    .thenEvents({ type: 'SalesUpdated', data: longer })
  given(created).when({ type: 'Update', data }).thenEvents()
  given(created)
    .when({ type: 'Update', data: { ...data, startsAt: endsAt } })
    .thenRejected('invalid')
})

test('an active campaign can get a message', () => {
  given(created).when({ type: 'UpdateMessage', message: 'hi' }).thenEvents(message('hi'))
  given(created, message('hi')).when({ type: 'UpdateMessage', message: 'hi' }).thenEvents()
})

test('an archived campaign accepts neither changes nor a message', () => {
  given(created, archived)
    .when({ type: 'Update', data: { ...data, name: 'x' } })
    .thenRejected('conflict')
  given(created, archived).when({ type: 'UpdateMessage', message: 'hi' }).thenRejected('conflict')
})

test('a campaign is archived and restored, one step at a time', () => {
  given(created).when({ type: 'Archive' }).thenEvents(archived)
  given(created, archived).when({ type: 'Archive' }).thenRejected('conflict')
  given(created, archived).when({ type: 'Restore' }).thenEvents(restored)
  given(created).when({ type: 'Restore' }).thenRejected('conflict')
})

test('nothing can be done to a campaign that does not exist', () => {
  for (const command of [
    { type: 'Update', data },
    { type: 'UpdateMessage', message: 'hi' },
    { type: 'Archive' },
    { type: 'Restore' },
  ] as const)
    given().when(command).thenRejected('not-found', 'There is no sales campaign with this id')
})
