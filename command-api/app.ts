import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { EventStore } from '@strand/platform/event-store/event-store'
import type { FileStore } from '@strand/platform/files/open'
import type { Log } from '@strand/platform/log'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsync } from 'fastify'
import { locationRoutes } from './catalogue/location.routes.ts'
import { productRoutes } from './catalogue/product.routes.ts'
import { salesRoutes } from './catalogue/sales.routes.ts'
import { openUniqueNames } from './catalogue/unique-names.ts'
import { bulkMailRoutes } from './mail/bulk.routes.ts'
import { mailRoutes } from './mail/retry.routes.ts'
import { createOrderRoutes } from './order/create/routes.ts'
import { finishDestructions } from './order/erasure/destruction.ts'
import { deleteOldProofs } from './order/erasure/proof-retention.ts'
import { orderErasureRoutes } from './order/erasure/routes.ts'
import { settleReservedIds } from './order/ids.ts'
import { orderReserveRoutes } from './order/reserve-ids.routes.ts'
import { orderRoutes } from './order/routes.ts'
import { type FileLimits, openFileAdmission } from './shared/file-admission.ts'
import { forgetCommandKeys, recogniseRepeatedCommands } from './shared/repeated-commands.ts'
import { startScheduledTasks } from './shared/scheduled-tasks.ts'
import { pictureRoutes } from './uploads/picture.routes.ts'
import { openPictureStore } from './uploads/picture-store.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { openUploadStore } from './uploads/store.ts'
import { sweepUploads } from './uploads/sweep.ts'
import { sweepPictures } from './uploads/sweep-pictures.ts'
import { userPlugin } from './users/plugin.ts'

export type CommandApiOptions = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  files: FileStore
  tokenSecret: Buffer
  publicUrl: string
  shopName: string
  /** Limits on files from strangers. */
  fileLimits: FileLimits
  /**
   * Days to keep the payment proofs of an order that was archived while pending; 0 keeps them for
   * ever.
   */
  proofRetentionDays: number
  log: Log
  now: Now
}

/** Every write endpoint of the product. */
export const commandApi: FastifyPluginAsync<CommandApiOptions> = async (app, options) => {
  recogniseRepeatedCommands(app, options)
  const uploads = openUploadStore(options)
  const admission = openFileAdmission({ ...options, limits: options.fileLimits })
  await app.register(createOrderRoutes, { ...options, proofs: uploads, admission })
  await app.register(orderRoutes, options)
  await app.register(orderReserveRoutes, options)
  await app.register(orderErasureRoutes, options)
  await app.register(uploadRoutes, { uploads, admission })
  const catalogue = { ...options, names: openUniqueNames(options.pool) }
  const pictures = openPictureStore(options)
  await app.register(pictureRoutes, { pictures, admission })
  await app.register(productRoutes, { ...catalogue, keepPicture: pictures.keep })
  await app.register(locationRoutes, catalogue)
  await app.register(salesRoutes, catalogue)
  await app.register(mailRoutes, options)
  await app.register(bulkMailRoutes, options)
  await app.register(userPlugin, options)

  const scheduledTasks = startScheduledTasks(
    [
      {
        name: 'uploads that no order named',
        run: () => sweepUploads({ ...options, ...options.fileLimits }),
      },
      { name: 'pictures that no product has', run: () => sweepPictures(options) },
      { name: 'reserved ids that no order used', run: () => settleReservedIds(options) },
      { name: 'proofs of orders archived while pending', run: () => deleteOldProofs(options) },
      { name: 'erasures that were cut short', run: () => finishDestructions(options) },
      { name: 'keys of old commands', run: () => forgetCommandKeys(options) },
    ],
    options,
  )
  app.addHook('onClose', scheduledTasks.stop)
}
