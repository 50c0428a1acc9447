import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import type { Shop } from '@strand/contracts/shop/shop'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import type { Verifier } from '@strand/log-proof/note'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { ReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import type { Clock } from '@strand/platform/fairness/clock'
import type { DiskReserve } from '@strand/platform/files/disk-reserve'
import type { FileStore } from '@strand/platform/files/open'
import type { FastifyPluginAsync } from 'fastify'
import { activityViewRows } from './accounts/activity.page.ts'
import { activityRoutes } from './accounts/activity.routes.ts'
import { userViewRows } from './accounts/matching-users.ts'
import { userRoutes } from './accounts/user.routes.ts'
import { locationRoutes } from './catalogue/location.routes.ts'
import { pictureRoutes } from './catalogue/picture.routes.ts'
import { productRoutes } from './catalogue/product.routes.ts'
import { salesRoutes } from './catalogue/sales.routes.ts'
import { receiptRoutes } from './log-proof/receipt.routes.ts'
import { logProofRoutes } from './log-proof/routes.ts'
import { logStatusRoutes } from './log-proof/status.routes.ts'
import { logVerifierRoutes } from './log-proof/verifier.routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { bankLineViewRows } from './money/bank-lines.ts'
import { openMoneyReader } from './money/payment/open-money.ts'
import { orderPaymentRoutes } from './money/payment/routes.ts'
import { bankRoutes } from './money/routes.ts'
import { unbalancedAccounts } from './money/unbalanced.ts'
import { orderAuditRoutes } from './order/audit.routes.ts'
import { confirmationTimeRoutes } from './order/confirmation-time.routes.ts'
import { contactRoutes } from './order/contact.routes.ts'
import { orderExportRoutes } from './order/export.routes.ts'
import { orderLeaseRoutes } from './order/lease.routes.ts'
import { orderCountsReader } from './order/lists/counts.ts'
import { orderListRoutes } from './order/lists/routes.ts'
import { orderLiveRoutes } from './order/live.routes.ts'
import { mentionRoutes } from './order/mentions.routes.ts'
import { orderMailRoutes } from './order/order-mail.routes.ts'
import { proofFileRoutes } from './order/proof-file.routes.ts'
import { proofReadingRoutes } from './order/proof-reading.routes.ts'
import { trackingRoutes } from './order/tracking.routes.ts'
import { orderViewRows } from './order/view-rows.ts'
import { reportDayRoutes } from './reports/day.routes.ts'
import { issuedReportRoutes } from './reports/issued.routes.ts'
import { shopReports } from './reports/reports.ts'
import { reportRoutes } from './reports/routes.ts'
import { noticeRoutes } from './shop/notice.routes.ts'
import { parkedRoutes } from './shop/parked.routes.ts'
import { shopRoutes } from './shop/shop.routes.ts'
import { viewExportRoutes, viewRoutes } from './views/routes.ts'

type QueryApiOptions = {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  files: FileStore
  shop: Shop
  tokenSecret: KeyRing
  /** The free space that the disk of `files` must keep; below it, staff see a notice. */
  diskReserve: DiskReserve
  /**
   * The read models' checkpoints: the live stream waits for them, and a cached count is valid until
   * the checkpoints move.
   */
  progress: Pick<Progress, 'waitFor' | 'servedVersion'>
  /** How many seconds the email about a change waits for an undo; 0 sends the email at once. */
  undoSeconds: number
  /** Hashes a bank line's references, to compare them with the hashed references of proofs. */
  hmacsOfReference: ReferenceHmacs
  paymentEvidence: PaymentEvidence
  /** How many naira a payment may fall short of the total. Default: 0. */
  paymentTolerance?: number | undefined
  /** The witnesses whose cosignatures are accepted. Default: none. */
  witnesses?: Verifier[] | undefined
  log: Log
  now: Now
  /** The clock by which requests beyond a soft limit are delayed. Default: the system's clock. */
  clock?: Clock | undefined
}

export const queryApi: FastifyPluginAsync<QueryApiOptions> = async (app, given) => {
  const options = {
    ...given,
    counts: orderCountsReader(given),
    reports: shopReports(given),
    readUnbalanced: (days: { from: string; to: string }) => unbalancedAccounts(given.pool, days),
  }
  await app.register(shopRoutes, options)
  await app.register(productRoutes, options)
  await app.register(pictureRoutes, options)
  await app.register(locationRoutes, options)
  await app.register(salesRoutes, options)
  await app.register(userRoutes, options)
  await app.register(activityRoutes, options)
  await app.register(mailRoutes, options)
  await app.register(noticeRoutes, options)
  await app.register(orderListRoutes, options)
  await app.register(orderLeaseRoutes, options)
  await app.register(mentionRoutes, options)
  await app.register(trackingRoutes, options)
  await app.register(confirmationTimeRoutes, options)
  await app.register(orderAuditRoutes, options)
  await app.register(orderMailRoutes, options)
  await app.register(proofReadingRoutes, options)
  await app.register(contactRoutes, options)
  await app.register(parkedRoutes, options)
  await app.register(orderLiveRoutes, options)
  await app.register(orderExportRoutes, options)
  await app.register(proofFileRoutes, options)
  await app.register(viewRoutes, options)
  const readMoney = openMoneyReader({ ...options, shopName: options.shop.name })
  await app.register(bankRoutes, { ...options, readMoney })
  await app.register(orderPaymentRoutes, { ...options, readMoney })
  await app.register(logProofRoutes, options)
  await app.register(reportRoutes, options)
  await app.register(issuedReportRoutes, options)
  await app.register(reportDayRoutes, options)
  await app.register(logVerifierRoutes, options)
  await app.register(logStatusRoutes, options)
  await app.register(receiptRoutes, options)
  await app.register(viewExportRoutes, {
    ...options,
    viewRows: {
      orders: orderViewRows,
      users: userViewRows('users'),
      'archived-users': userViewRows('archived-users'),
      'users-logs': activityViewRows,
      'bank-lines': bankLineViewRows,
    },
  })
}
