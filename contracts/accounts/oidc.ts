import { z } from 'zod'
import { givenText, identifier } from '../text.ts'

/** `GET /api/login/provider`: where else staff can sign in; `null` if only with a password. */
export const SignInProvider = z.object({
  /** The name in "Sign in with …". */
  name: givenText,
})

/**
 * How a visit to the provider ended; the sign-in page's address contains this word. `done`: `POST
 * /api/login/oidc` continues. `expired`: it took more than ten minutes, was already used, or began
 * in another browser. `cancelled`: the person cancelled. `away`: the provider does not respond.
 * `refused`: its answer fails verification. `unverified`: it has not verified the email address.
 * `unknown`: no active account has that address.
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

/** `GET /api/login/oidc/callback`, called by the provider with either a code or an error. */
export const OidcReturn = z.object({
  state: identifier(200).optional(),
  code: identifier(4_096).optional(),
  error: identifier(200).optional(),
})
