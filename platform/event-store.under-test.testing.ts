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

type FaultyServer = { [fault in Fault]?: () => Promise<void> } & {
  resume: () => Promise<void>
}

export type StoreUnderTest = {
  /** On an empty log. Give it short timeouts, as the suite waits for them. */
  store: EventStore
  /** A second store on the same log, as another process has it. */
  another?: () => Promise<EventStore>
  server?: FaultyServer
}
