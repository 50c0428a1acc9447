import type { SignInOptions } from '@strand/command-api/accounts/dependencies'
import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import type { Shop as ShopDetails } from '@strand/contracts/shop/shop'
import type { Log } from '@strand/event-sourcing/log'
import type { Verifier } from '@strand/log-proof/note'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { DiskReserve } from '@strand/platform/files/disk-reserve'
import type { ServiceName } from '@strand/platform/postgres/roles'

export type ShopOptions = {
  /**
   * One URL per service, all to one database, with each service's role or with one role for all.
   */
  databaseUrls: Record<ServiceName, string>
  eventStoreUrl: string
  queueUrl: string
  filesUrl: string
  mailUrl: string
  mailBrake: number
  readProofs: boolean
  publicUrl: string
  tokenSecret: KeyRing
  personalDataKey: KeyRing
  bankLineKey: Buffer
  bankLineDays: number
  logSigningKey: KeyRing
  logWriterKey: Buffer
  logOrigin: string
  shop: ShopDetails
  signIn: SignInOptions
  superadministrator: { email?: string | undefined; password?: string | undefined }
  healthToken?: string | undefined
  logWitnesses?: Verifier[] | undefined
  logReadToken?: string | undefined
  rateLimits: boolean
  diskReserve: DiskReserve
  unclaimedUploads: number
  proofRetentionDays: number
  undoSeconds: number
  paymentEvidence: PaymentEvidence
  paymentTolerance?: number | undefined
  fourEyesAbove?: number | undefined
  /** `AUTO_APPROVE`. Default: `off`. */
  autoApprove?: 'off' | 'code' | undefined
  trustedProxies: string[]
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`. Default: nothing is traced. */
  traceEndpoint?: string | undefined
  /** False only in tests, because their Postgres is not durable. */
  requireDurable?: boolean
  /** False only for a comparison in the benchmark: events get no MACs, and there is no tree. */
  proveLog?: boolean
  log: Log
  now: () => Date
}
