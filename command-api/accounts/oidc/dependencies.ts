import { Rejected } from '@strand/event-sourcing/errors'
import type { UserDependencies } from '../dependencies.ts'
import type { OidcProvider } from './provider.ts'
import type { Visits } from './visit.ts'

export type OidcDependencies = UserDependencies & {
  /** Null if staff can sign in by password only. */
  provider: OidcProvider | null
  visits: Visits
}

/**
 * A sign-in through the provider takes three requests, so this allows as many sign-ins as the limit
 * for passwords does.
 */
export const limit = { name: 'oidc', requests: 60, seconds: 60 }

export const existingProvider = ({ provider }: OidcDependencies): OidcProvider => {
  if (!provider)
    throw new Rejected(
      'not-found',
      'This shop has no sign-in provider: staff sign in with a password',
    )
  return provider
}
