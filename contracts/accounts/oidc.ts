import { z } from 'zod'
import { givenText, identifier } from '../text.ts'

/**
 * `GET /api/login/provider`: the provider through which staff can sign in; `null` if a password is
 * the only way.
 */
export const SignInProvider = z.object({
  /** The provider's name, shown after "Sign in with". */
  name: givenText,
})

/**
 * How a visit to the provider ended, as a word in the sign-in page's address.
 * - `done`: continue with `POST /api/login/oidc`
 * - `expired`: the visit took over ten minutes, was used before, or began in another browser
 * - `cancelled`: the person canceled the sign-in
 * - `away`: the provider does not respond
 * - `refused`: the provider's answer fails verification
 * - `unverified`: the provider has not verified the email address
 * - `unknown`: no active account has that address
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

/** `GET /api/login/oidc/callback`: the provider sends the browser here, with a code or an error. */
export const OidcReturn = z.object({
  state: identifier(200).optional(),
  code: identifier(4_096).optional(),
  error: identifier(200).optional(),
})
