import { randomUUID } from 'node:crypto'
import { isUnavailable } from '../../errors.ts'
import {
  type AppendResult,
  beginning,
  type EventStore,
  type EventToAppend,
  type JsonObject,
  type Position,
  type RecordedEvent,
  type Subscription,
} from '../event-store.ts'

export const anEvent = (data: JsonObject = {}, id: string = randomUUID()): EventToAppend => ({
  id,
  type: 'OrderApproved',
  data,
  metadata: { actor: { kind: 'staff', id: 'ada' }, schemaVersion: 1 },
})

export const someEvents = (count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, n) => anEvent({ n }))

export const aStream = (): string => `order-${randomUUID()}`

export const idsOf = (events: { id: string }[]): string[] => events.map(({ id }) => id)

/** Throws if the append was a conflict. */
export const assertAppended = (result: AppendResult) => {
  if (!result.ok) throw new Error(`a conflict: the stream is at ${result.actual}`)
  return result
}

/** Sends the same batch again until the log certainly has it, as a client does after a 503. */
export const appendUntilAccepted = async (
  store: EventStore,
  stream: string,
  events: EventToAppend[],
): Promise<AppendResult> => {
  for (;;) {
    try {
      return await store.append(stream, events, 'any')
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

type Collected = { events: RecordedEvent[]; drops: unknown[] } & Subscription

export const collect = (store: EventStore, from: Position = beginning): Collected => {
  const events: RecordedEvent[] = []
  const drops: unknown[] = []
  const { stop } = store.subscribeAll({
    from,
    onBatch: async (batch) => {
      events.push(...batch)
    },
    onDrop: (error) => drops.push(error),
  })
  return { events, drops, stop }
}
