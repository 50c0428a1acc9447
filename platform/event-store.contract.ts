import { describe, onTestFinished } from 'vitest'
import { appendContract } from './event-store.append.contract.ts'
import { closeContract } from './event-store.close.contract.ts'
import { faultContract } from './event-store.fault.contract.ts'
import { malformedContract } from './event-store.malformed.contract.ts'
import { subscribeContract } from './event-store.subscribe.contract.ts'
import type { EventStore } from './event-store.ts'

/** Ways of a server to go away. Each lasts until `resume`. */
export type Fault =
  /** Its connections are reset, and nothing listens any more. */
  | 'kill'
  /** Its connections end, and it turns new ones away. */
  | 'refuse'
  /** It ends every connection and stream in good order, as if all were said; it takes new ones. */
  | 'closePolitely'
  /** Connections stay, and are accepted, but nothing is ever answered. */
  | 'goSilent'

export type FaultyServer = { [fault in Fault]?: () => Promise<void> } & {
  resume: () => Promise<void>
}

export type StoreUnderTest = {
  /** On an empty log. Give it short timeouts, as the suite waits for them. */
  store: EventStore
  /** A second store on the same log, as another process has it. */
  another?: () => Promise<EventStore>
  server?: FaultyServer
}

/**
 * What every adapter of the event log must do. `makeStore` is called once a test, and cleans up
 * with `onTestFinished`, except for closing the store. `faults` names those that `server` offers.
 */
export const eventStoreContract = (
  name: string,
  makeStore: () => Promise<StoreUnderTest>,
  options: { faults?: Fault[] } = {},
): void => {
  const open = async (): Promise<StoreUnderTest> => {
    const made = await makeStore()
    onTestFinished(() => made.store.close())
    return made
  }
  describe(name, () => {
    appendContract(open)
    malformedContract(open)
    subscribeContract(open)
    closeContract(open)
    for (const fault of options.faults ?? []) faultContract(fault, open)
  })
}
