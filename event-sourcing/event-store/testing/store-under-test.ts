import type { EventStore } from '../event-store.ts'

/** Ways in which a server can fail. Each lasts until `resume`. */
export type Fault =
  /** The server's connections are reset, and it no longer listens. */
  | 'kill'
  /** The server's connections end, and it refuses new ones. */
  | 'refuse'
  /**
   * The server closes all connections and streams cleanly, as if complete, and accepts new ones.
   */
  | 'closePolitely'
  /** Connections stay open, and new ones are accepted, but nothing is ever answered. */
  | 'goSilent'

type FaultyServer = { [fault in Fault]?: () => Promise<void> } & {
  resume: () => Promise<void>
}

export type StoreUnderTest = {
  /** A store on an empty log. */
  store: EventStore
  /** A second store on the same log, as in another process. */
  another?: () => Promise<EventStore>
  server?: FaultyServer
}
