import type { SignInOptions } from '@strand/command-api/accounts/dependencies'
import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import type { Shop as ShopDetails } from '@strand/contracts/shop/shop'
import type { Log } from '@strand/event-sourcing/log'
import type { Verifier } from '@strand/log-proof/note'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { DiskReserve } from '@strand/platform/files/disk-reserve'
import type { ServiceName } from '@strand/platform/postgres/roles'

export type ShopOptions = {
  /** One database: a URL with each service's own role, or with one role for all of them. */
  databaseUrls: Record<ServiceName, string>
  eventStoreUrl: string
  queueUrl: string
  filesUrl: string
  mailUrl: string
  /** See `workers/start-workers.ts`. */
  mailBrake: number
  /** Whether proofs of payment are read. */
  readProofs: boolean
  publicUrl: string
  tokenSecret: KeyRing
  personalDataKey: KeyRing
  bankLineKey: Buffer
  bankLineDays: number
  logSigningKey: KeyRing
  logWriterKey: Buffer
  /** See `logOrigin` in `platform/process/settings.ts`. */
  logOrigin: string
  shop: ShopDetails
  signIn: SignInOptions
  superadministrator: { email?: string | undefined; password?: string | undefined }
  /** The token for seeing the details of `/readyz`. */
  healthToken?: string | undefined
  /** The witnesses whose cosignatures are accepted. */
  logWitnesses?: Verifier[] | undefined
  /** The token with which programs read the log proof. */
  logReadToken?: string | undefined
  rateLimits: boolean
  diskReserve: DiskReserve
  unclaimedUploads: number
  proofRetentionDays: number
  undoSeconds: number
  paymentEvidence: PaymentEvidence
  paymentTolerance?: number | undefined
  fourEyesAbove?: number | undefined
  /** `AUTO_APPROVE`; undefined means `off`. */
  autoApprove?: 'off' | 'code' | undefined
  trustedProxies: string[]
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`; undefined means that nothing is traced. */
  traceEndpoint?: string | undefined
  /** False only for tests, whose Postgres is not durable. */
  requireDurable?: boolean
  /** False only in the benchmark's comparison: events have no MACs, and no tree is kept. */
  proveLog?: boolean
  log: Log
  now: () => Date
}
