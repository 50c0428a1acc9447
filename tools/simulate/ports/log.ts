import { unavailable } from '@strand/event-sourcing/errors'
import {
  beginning,
  type EventStore,
  type RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import { openHeadSignal } from '@strand/event-sourcing/event-store/head-signal'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { openSubscriptions } from '@strand/event-sourcing/event-store/subscriptions'
import { callPort, type Faults } from '../world/port.ts'
import { lives, type World } from '../world/world.ts'

export type LogFaults = Faults & {
  /** How often an append arrives twice, or a batch is delivered again. */
  repeats: number
}

/** The log, which never loses anything, and the ports through which processes reach it. */
export const openLogServer = (world: World) => {
  const store = memoryEventStore()
  const events: RecordedEvent[] = []
  const headSignal = openHeadSignal()

  /** Appends with the time of the log's own clock. */
  const append: EventStore['append'] = (stream, batch, expected) =>
    lives.exit(async () => {
      const result = await store.append(stream, batch, expected)
      if (!result.ok || result.repeated) return result
      const back = batch.length - 1
      for (const [at, event] of batch.entries()) {
        const position = result.position - BigInt(back - at)
        const revision = result.revision - back + at
        const recordedAt = new Date(world.now())
        events[Number(position)] = { ...event, stream, revision, position, recordedAt }
      }
      headSignal.advanceTo(result.position)
      return result
    })

  const connect = (faults: LogFaults): EventStore => {
    const call = <T>(label: () => string, work: () => T | Promise<T>) =>
      callPort(world, {
        label: () => `log ${label()}`,
        faults,
        work,
        fail: () => unavailable('The event log'),
      })
    const repeats = () => world.now() < world.faultsUntil && world.dice.chance(faults.repeats)
    const subscriptions = openSubscriptions({
      read: (after, limit) =>
        call(
          () => `read after ${after}`,
          () => {
            const from = Number(after - beginning)
            const found = events.slice(from, from + limit)
            const hole = found.findIndex((event) => !event)
            return hole < 0 ? found : found.slice(0, hole)
          },
        ),
      waitFor: headSignal.waitFor,
    })
    return {
      append: (stream, batch, expected) =>
        call(
          () => `append ${batch.map(({ type }) => type).join()} to ${stream} at ${expected}`,
          async () => {
            const first = repeats() ? await append(stream, batch, expected) : null
            const result = await append(stream, batch, expected)
            // Adapters recognize a batch that is repeated within a call. The caller sees a
            // repetition only after an earlier call.
            return first?.ok && result.ok ? { ...result, repeated: first.repeated } : result
          },
        ),
      readStream: (stream, from = 0) =>
        call(
          () => `read ${stream}`,
          () => store.readStream(stream, from),
        ),
      subscribeAll: ({ onBatch, ...options }) =>
        subscriptions.start({
          ...options,
          onBatch: async (batch) => {
            await onBatch(batch)
            if (repeats()) await onBatch(batch)
          },
        }),
      headPosition: () =>
        call(
          () => 'head',
          () => store.headPosition(),
        ),
      health: async () => {},
      close: async () => {},
    }
  }
  return { append, connect, events: (): readonly RecordedEvent[] => events }
}

export type LogServer = ReturnType<typeof openLogServer>
