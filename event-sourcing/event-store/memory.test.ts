import { expect, test } from 'vitest'
import { memoryEventStore } from './memory.ts'
import { eventStoreContract } from './testing/event-store.contract.ts'
import { anEvent, aStream } from './testing/events.ts'

eventStoreContract('the event log in memory', async () => ({ store: memoryEventStore() }))

test('an event id that another stream already has is a bug in the caller', async () => {
  const store = memoryEventStore()
  const event = anEvent()
  await store.append(aStream(), [event], 'any')
  await expect(store.append(aStream(), [event], 'any')).rejects.toThrow('already has this id')
})
