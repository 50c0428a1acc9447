import type { Shop } from '@strand/contracts/shop'
import type { Now } from '@strand/platform/clock'
import type { DiskReserve } from '@strand/platform/disk-reserve'
import type { EventStore } from '@strand/platform/event-store'
import type { FileStore } from '@strand/platform/files'
import type { Log } from '@strand/platform/log'
import type { PersonalData } from '@strand/platform/personal-data'
import type { Pool } from '@strand/platform/postgres'
import type { Progress } from '@strand/platform/projection-progress'
import type { FastifyPluginAsync } from 'fastify'
import { activityRoutes } from './activity.ts'
import { countryRoutes } from './country.ts'
import { proofFileRoutes } from './file.ts'
import { locationRoutes } from './location.ts'
import { mailRoutes } from './mail.ts'
import { noticeRoutes } from './notice.ts'
import { orderAuditRoutes } from './order.audit.ts'
import { orderCountsReader } from './order.counts.ts'
import { orderExportRoutes } from './order.export.ts'
import { orderLiveRoutes } from './order.live.ts'
import { trackingRoutes } from './order.public.ts'
import { orderRoutes } from './order.ts'
import { parkedRoutes } from './parked.ts'
import { productRoutes } from './product.ts'
import { salesRoutes } from './sales.ts'
import { shopRoutes } from './shop.ts'
import { userRoutes } from './user.ts'

export type QueryApiOptions = {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  files: FileStore
  shop: Shop
  /** Signs the links to proof files. */
  tokenSecret: Buffer
  /** For the disk that holds `files`; staff get a notice when free space falls to it. */
  diskReserve: DiskReserve
  /**
   * The read models' checkpoints: what the live stream waits for, and how long counts stay valid.
   */
  progress: Pick<Progress, 'waitFor' | 'servedVersion'>
  log: Log
  now: Now
}

/** Every query of the product. */
export const queryApi: FastifyPluginAsync<QueryApiOptions> = async (app, given) => {
  const options = { ...given, counts: orderCountsReader(given) }
  await app.register(shopRoutes, options)
  await app.register(countryRoutes)
  await app.register(productRoutes, options)
  await app.register(locationRoutes, options)
  await app.register(salesRoutes, options)
  await app.register(userRoutes, options)
  await app.register(activityRoutes, options)
  await app.register(mailRoutes, options)
  await app.register(noticeRoutes, options)
  await app.register(orderRoutes, options)
  await app.register(trackingRoutes, options)
  await app.register(orderAuditRoutes, options)
  await app.register(parkedRoutes, options)
  await app.register(orderLiveRoutes, options)
  await app.register(orderExportRoutes, options)
  await app.register(proofFileRoutes, options)
}
