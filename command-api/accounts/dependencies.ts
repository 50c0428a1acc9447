import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { AccessTokens } from '@strand/platform/crypto/access-token'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { AccountEvents } from './account/account-events.ts'
import type { PasswordHashes } from './password/hash.ts'
import type { SecondFactorPolicy } from './second-factor/factors.ts'
import type { RelyingParty } from './second-factor/passkeys.ts'
import type { KnownDevices } from './session/known-device.ts'
import type { SignInThrottle } from './session/throttle.ts'
import type { UsedOnce } from './used-once.ts'

export type UserOptions = {
  pool: Pool
  eventStore: EventStore
  personalData: PersonalData
  /** Signs access, refresh and mailed tokens, and derives temporary passwords. */
  tokenSecret: KeyRing
  /**
   * The origin under which browsers reach the shop. With `https:`, cookies are sent over TLS only.
   */
  publicUrl: string
  /** No password may contain this name. */
  shopName: string
  signIn: SignInOptions
  log: Log
  now: Now
}

export type SignInOptions = {
  secondFactor: SecondFactorPolicy
  /** An additional way for staff to sign in. */
  oidc?: OidcSettings | undefined
}

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
}

export type UserDependencies = UserOptions & {
  tokens: AccessTokens
  hashes: PasswordHashes
  throttle: SignInThrottle
  devices: KnownDevices
  usedOnce: UsedOnce
  /** Null if the shop's address does not allow passkeys. */
  relyingParty: RelyingParty | null
  accountEvents: AccountEvents
}
