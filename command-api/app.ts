import type { Now } from '@strand/platform/clock'
import type { EventStore } from '@strand/platform/event-store'
import type { FileStore } from '@strand/platform/files'
import type { Log } from '@strand/platform/log'
import type { PersonalData } from '@strand/platform/personal-data'
import type { Pool } from '@strand/platform/postgres'
import type { FastifyPluginAsync } from 'fastify'
import { startScheduledTasks } from './chores.ts'
import { type FileLimits, openFileAdmission } from './file-admission.ts'
import { locationRoutes } from './location.ts'
import { heldMailRoutes } from './mail.held.ts'
import { mailRoutes } from './mail.ts'
import { openUniqueNames } from './names.ts'
import { finishDestructions } from './order.destruction.ts'
import { orderErasureRoutes } from './order.erasure.ts'
import { createOrderRoutes } from './order.form.ts'
import { settleReservedIds } from './order.ids.ts'
import { deleteOldProofs } from './order.proof-retention.ts'
import { orderReserveRoutes } from './order.reserve.ts'
import { orderRoutes } from './order.ts'
import { userPlugin } from './people.ts'
import { productRoutes } from './product.ts'
import { salesRoutes } from './sales.ts'
import { openUploadStore } from './upload.store.ts'
import { sweepUploads } from './upload.sweep.ts'
import { uploadRoutes } from './upload.ts'

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
  const uploads = openUploadStore(options)
  const admission = openFileAdmission({ ...options, limits: options.fileLimits })
  await app.register(createOrderRoutes, { ...options, proofs: uploads, admission })
  await app.register(orderRoutes, options)
  await app.register(orderReserveRoutes, options)
  await app.register(orderErasureRoutes, options)
  await app.register(uploadRoutes, { uploads, admission })
  const catalogue = { ...options, names: openUniqueNames(options.pool) }
  await app.register(productRoutes, catalogue)
  await app.register(locationRoutes, catalogue)
  await app.register(salesRoutes, catalogue)
  await app.register(mailRoutes, options)
  await app.register(heldMailRoutes, options)
  await app.register(userPlugin, options)

  const scheduledTasks = startScheduledTasks(
    [
      {
        name: 'uploads that no order named',
        run: () => sweepUploads({ ...options, ...options.fileLimits }),
      },
      { name: 'reserved ids that were taken in vain', run: () => settleReservedIds(options) },
      { name: 'proofs of orders archived while pending', run: () => deleteOldProofs(options) },
      { name: 'erasures that were cut short', run: () => finishDestructions(options) },
    ],
    options,
  )
  app.addHook('onClose', scheduledTasks.stop)
}
