import type { NewPasskey, PasskeyProof, PasskeyRequest } from '@strand/contracts/accounts/passkey'
import type { Enrolment } from '@strand/contracts/accounts/second-factor'
import { ApiError } from '../api/api-error.ts'

/**
 * Whether this browser can create passkeys. All current browsers can, unless the shop's address
 * rules passkeys out.
 */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'

/**
 * Turns an error from the browser into an `ApiError`, although nothing was sent. Such an error
 * means that the user closed the browser's dialog, or that the browser found no passkey.
 */
const orRefused = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    throw new ApiError('The browser did not confirm the passkey. Please try again.', {
      status: 400,
      details: [{ path: 'passkey', message: String(error) }],
    })
  }
}

const webauthn = () => import('@simplewebauthn/browser')

export const createPasskey = async ({
  passkey: optionsJSON,
}: Pick<Enrolment, 'passkey'>): Promise<NewPasskey> => {
  if (!optionsJSON) throw new Error('an enrolment of a passkey without its options')
  const { startRegistration } = await webauthn()
  const made = await orRefused(startRegistration({ optionsJSON }))
  return made as NewPasskey
}

export const provePasskey = async (optionsJSON: PasskeyRequest): Promise<PasskeyProof> => {
  const { startAuthentication } = await webauthn()
  return orRefused(startAuthentication({ optionsJSON }))
}
