import { Rejected } from '@strand/event-sourcing/errors'
import type { UserDependencies } from '../dependencies.ts'
import type { OidcProvider } from './provider.ts'
import type { Visits } from './visit.ts'

export type OidcDependencies = UserDependencies & {
  /** Null where staff sign in by password alone. */
  provider: OidcProvider | null
  visits: Visits
}

/** As many sign-ins as by password: each takes three requests. */
export const limit = { name: 'oidc', requests: 60, seconds: 60 }

/** The provider; throws 404 where there is none. */
export const existingProvider = ({ provider }: OidcDependencies): OidcProvider => {
  if (!provider) throw new Rejected('not-found', 'Staff sign in by password here')
  return provider
}
