import { Rejected } from '@strand/event-sourcing/errors'
import type { UserDependencies } from '../dependencies.ts'
import type { OidcProvider } from './provider.ts'
import type { Visits } from './visit.ts'

export type OidcDependencies = UserDependencies & {
  /** Null if staff can sign in only with a password. */
  provider: OidcProvider | null
  visits: Visits
}

/** Allows as many sign-ins as passwords do: each takes three requests. */
export const limit = { name: 'oidc', requests: 60, seconds: 60 }

/** Returns the provider; throws 404 if there is none. */
export const existingProvider = ({ provider }: OidcDependencies): OidcProvider => {
  if (!provider) throw new Rejected('not-found', 'Staff sign in by password here')
  return provider
}
