import type { createOrder } from '@strand/command-api/order/create/create-order'
import type { startMailRelease } from '@strand/command-api/order/mail-release'
import type { approveWithLines, undoOrderChange } from '@strand/command-api/order/money/order-money'
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

export type Service = 'api' | 'projections' | 'workers'

/**
 * How the shop's parts are connected: production code on simulated ports. A planted bug is a wiring
 * that differs in one place.
 */
export type Wiring = {
  eventStore: (port: EventStore, service: Service, shop: Shop) => EventStore
  /** Changes a service's messages to its database, with a new interception for each connection. */
  intercept?: (service: Service, shop: Shop) => Interception | undefined
  queue: (port: Queue) => Queue
  transport: (port: MailTransport, shop: Shop) => MailTransport
  createOrder: typeof createOrder
  approveWithLines: typeof approveWithLines
  undoOrderChange: typeof undoOrderChange
  startMailRelease: typeof startMailRelease
}

/** An event that was acknowledged to someone. */
type Acknowledged = { stream: string; position: bigint; what: string }

/**
 * A shop in a simulated world: its servers, which outlive its processes, and the answers that
 * people got.
 */
export type Shop = {
  world: World
  faults: ShopFaults
  wiring: Wiring
  log: LogServer
  database: Database
  queue: ReturnType<typeof openQueueServer>
  mailServer: ReturnType<typeof openMailServer>
  personalData: ReturnType<typeof openVault>
  files: Map<string, Buffer>
  acknowledged: Acknowledged[]
  /** The order ids in each customer's answers, by the form's key. */
  told: Map<string, Set<string>>
  statements: Map<string, string[]>
  lineIds: string[]
  busy: number
}
