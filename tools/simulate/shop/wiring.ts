import type { createOrder } from '@strand/command-api/order/create/create-order'
import type { startMailRelease } from '@strand/command-api/order/mail-release'
import type { approveOrder } from '@strand/command-api/order/money/approve'
import type { undoOrderChange } from '@strand/command-api/order/money/release'
import type { EventStore } from '@strand/platform/event-store/event-store'
import type { Queue } from '@strand/platform/jobs/queue'
import type { MailTransport } from '@strand/workers/mail/transport/transport'
import type { Interception } from '../database/client.ts'
import type { Simulation } from './simulation.ts'

/** Which process a port belongs to. */
export type Service = 'api' | 'projections' | 'workers'

/**
 * How the parts of the shop are put together: production code on simulated ports. A planted bug is a
 * wiring that differs in one place.
 */
export type Wiring = {
  eventStore: (port: EventStore, service: Service, simulation: Simulation) => EventStore
  /** What comes between a service and its database; a new one for each connection. */
  intercept?: (service: Service, simulation: Simulation) => Interception | undefined
  queue: (port: Queue) => Queue
  transport: (port: MailTransport, simulation: Simulation) => MailTransport
  createOrder: typeof createOrder
  approveOrder: typeof approveOrder
  undoOrderChange: typeof undoOrderChange
  startMailRelease: typeof startMailRelease
}
