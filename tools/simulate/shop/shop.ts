import type { createOrder } from '@strand/command-api/order/create/create-order'
import type { startMailRelease } from '@strand/command-api/order/mail-release'
import type { approveOrder, undoOrderChange } from '@strand/command-api/order/money/order-money'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Queue } from '@strand/platform/jobs/queue'
import type { MailTransport } from '@strand/workers/mail/transport/transport'
import type { Interception } from '../database/client.ts'
import type { Database } from '../database/database.ts'
import type { LogServer } from '../ports/log.ts'
import type { openMailServer } from '../ports/mail-server.ts'
import type { openQueueServer } from '../ports/queue.ts'
import type { openVault } from '../ports/vault.ts'
import type { ShopFaults } from '../world/shop-faults.ts'
import type { World } from '../world/world.ts'

/** Which process a port belongs to. */
export type Service = 'api' | 'projections' | 'workers'

/**
 * How the parts of the shop are put together: production code on simulated ports. A planted bug is a
 * wiring that differs in one place.
 */
export type Wiring = {
  eventStore: (port: EventStore, service: Service, shop: Shop) => EventStore
  /** What comes between a service and its database; a new one for each connection. */
  intercept?: (service: Service, shop: Shop) => Interception | undefined
  queue: (port: Queue) => Queue
  transport: (port: MailTransport, shop: Shop) => MailTransport
  createOrder: typeof createOrder
  approveOrder: typeof approveOrder
  undoOrderChange: typeof undoOrderChange
  startMailRelease: typeof startMailRelease
}

/** What somebody was told to have happened. */
type Acknowledged = { stream: string; position: bigint; what: string }

/** One shop in one world: servers that stay, and what people know. */
export type Shop = {
  world: World
  faults: ShopFaults
  wiring: Wiring
  log: LogServer
  database: Database
  queue: ReturnType<typeof openQueueServer>
  mailServer: ReturnType<typeof openMailServer>
  personalData: ReturnType<typeof openVault>
  /** What the store of files has, by key. */
  files: Map<string, Buffer>
  acknowledged: Acknowledged[]
  /** What each customer was told, by the key of the form. */
  told: Map<string, Set<string>>
  /** The lines of each statement that was imported, and the statements whose import was undone. */
  statements: Map<string, string[]>
  takenBack: Set<string>
  /** The lines of the bank. */
  lineIds: string[]
  /** People who are not done. */
  busy: number
}
