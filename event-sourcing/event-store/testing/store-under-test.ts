import type { EventStore } from '../event-store.ts'

/** How a server can fail. Each fault lasts until `resume`. */
export type Fault =
  /** The server resets its connections and no longer listens. */
  | 'kill'
  /** The server ends its connections and refuses new ones. */
  | 'refuse'
  /**
   * The server ends all streams and connections as if they were complete, and accepts new
   * connections.
   */
  | 'closePolitely'
  /** Connections stay open and new ones are accepted, but the server answers nothing. */
  | 'goSilent'

type FaultyServer = { [fault in Fault]?: () => Promise<void> } & {
  resume: () => Promise<void>
}

export type StoreUnderTest = {
  store: EventStore
  /** A second store on the same log, as in another process. */
  another?: () => Promise<EventStore>
  server?: FaultyServer
}
