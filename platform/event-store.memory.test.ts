import { expect, test } from 'vitest'
import { eventStoreContract } from './event-store.contract.ts'
import { anEvent, aStream } from './event-store.events.testing.ts'
import { memoryEventStore } from './event-store.memory.ts'

eventStoreContract('the event log in memory', async () => ({ store: memoryEventStore() }))

test('an event id that another stream has is a bug of the caller', async () => {
  const store = memoryEventStore()
  const event = anEvent()
  await store.append(aStream(), [event], 'any')
  await expect(store.append(aStream(), [event], 'any')).rejects.toThrow('already has this id')
})
