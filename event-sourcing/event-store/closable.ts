import { unavailable } from '../errors.ts'
import type { AppendResult, EventStore } from './event-store.ts'
import { type PreparedAppend, prepareAppend } from './prepare-append.ts'

/** The parts of an event store that each adapter provides. */
type Adapter = Omit<EventStore, 'append'> & {
  append: (prepared: PreparedAppend) => Promise<AppendResult> | AppendResult
}

/**
 * Makes an event store from an adapter. The store validates appends before the adapter sends
 * anything, closes the adapter only once, and throws `Rejected('unavailable')` for calls after
 * that.
 */
export const closable = (adapter: Adapter): EventStore => {
  let closing: Promise<void> | undefined
  const assertOpen = () => {
    if (closing) throw unavailable('The event log', new Error('it was closed'))
  }
  return {
    append: async (stream, events, expected) => {
      const prepared = prepareAppend(stream, events, expected)
      assertOpen()
      return adapter.append(prepared)
    },
    readStream: async (stream, fromRevision) => {
      assertOpen()
      return adapter.readStream(stream, fromRevision)
    },
    subscribeAll: adapter.subscribeAll,
    headPosition: async () => {
      assertOpen()
      return adapter.headPosition()
    },
    health: async () => {
      assertOpen()
      return adapter.health()
    },
    close: () => {
      closing ??= adapter.close()
      return closing
    },
  }
}
