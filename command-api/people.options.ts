import type { AccessTokens } from '@strand/platform/access-token'
import type { Now } from '@strand/platform/clock'
import type { EventStore } from '@strand/platform/event-store'
import type { Log } from '@strand/platform/log'
import type { PersonalData } from '@strand/platform/personal-data'
import type { Pool } from '@strand/platform/postgres'
import type { AccountEvents } from './account-events.ts'
import type { KnownDevices } from './known-device.ts'
import type { PasswordHashes } from './password-hash.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export type UserOptions = {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  /** Signs and verifies access, refresh and mailed tokens and temporary passwords. */
  tokenSecret: Buffer
  /** The origin that browsers use: with `https:`, cookies are sent over TLS only. */
  publicUrl: string
  /** No password may contain this name. */
  shopName: string
  log: Log
  now: Now
}

/** Dependencies that the features about people share. */
export type UserDependencies = UserOptions & {
  tokens: AccessTokens
  hashes: PasswordHashes
  throttle: SignInThrottle
  devices: KnownDevices
  accountEvents: AccountEvents
}
