import { z } from 'zod'
import { givenText, identifier } from '../text.ts'

/** `GET /api/login/provider`: where else staff can sign in; `null` where by password alone. */
export const SignInProvider = z.object({
  /** As in "Sign in with ...". */
  name: givenText,
})

/**
 * How a visit at the provider ended, in the address of the sign-in page. `done`: `POST
 * /api/login/oidc` goes on. `expired`: it took over ten minutes, was used before, or began in
 * another browser. `cancelled`: by the person. `away`: the provider does not answer. `refused`: its
 * answer proves nothing. `unverified`: it has not verified the email address. `unknown`: no active
 * account has that address.
 */
export const OidcOutcome = z.enum([
  'done',
  'expired',
  'cancelled',
  'away',
  'refused',
  'unverified',
  'unknown',
])
export type OidcOutcome = z.infer<typeof OidcOutcome>

/** `GET /api/login/oidc/callback`, as the provider calls it: either a code or an error. */
export const OidcReturn = z.object({
  state: identifier(200).optional(),
  code: identifier(4_096).optional(),
  error: identifier(200).optional(),
})
