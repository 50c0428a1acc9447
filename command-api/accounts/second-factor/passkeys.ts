import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  type NewPasskey,
  PasskeyCreation,
  type PasskeyProof,
  PasskeyRequest,
} from '@strand/contracts/accounts/passkey'
import type { Account } from '../account/account.ts'

/** The relying party of passkeys; its id is the host name of this shop's address. */
export type RelyingParty = { id: string; origin: string; name: string }

/**
 * Null if browsers cannot make passkeys for this address, because it has no host name or no TLS.
 */
export const relyingPartyOf = (publicUrl: string, name: string): RelyingParty | null => {
  const { protocol, hostname: id, origin } = new URL(publicUrl)
  if (isIP(id.replaceAll(/[[\]]/g, '')) !== 0) return null
  const isLocal = id === 'localhost' || id.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id, origin, name } : null
}

export type Passkey = {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: NonNullable<NewPasskey['response']['transports']>
  name: string
  createdAt: Date
  usedAt: Date | null
}

/**
 * EdDSA, ES256 and RS256. The library's default also contains algorithms that Node calls
 * experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

const known = (passkeys: Passkey[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({ id, transports }))

/** The password is the first factor, so possessing the passkey is enough. */
const userVerification = 'preferred'

export const passkeyCreation = async (
  { id: rpID, name: rpName }: RelyingParty,
  { userId, email }: Account,
  passkeys: Passkey[],
): Promise<PasskeyCreation> =>
  PasskeyCreation.parse(
    await generateRegistrationOptions({
      rpID,
      rpName,
      userName: email,
      userDisplayName: email,
      supportedAlgorithmIDs,
      userID: new TextEncoder().encode(userId),
      excludeCredentials: known(passkeys),
      authenticatorSelection: { residentKey: 'preferred', userVerification },
    }),
  )

export const passkeyRequest = async (
  { id: rpID }: RelyingParty,
  passkeys: Passkey[],
): Promise<PasskeyRequest> =>
  PasskeyRequest.parse(
    await generateAuthenticationOptions({
      rpID,
      userVerification,
      allowCredentials: known(passkeys),
    }),
  )

/** The library throws for any error in a browser's answer; this function returns null instead. */
const orNull = <T>(verify: Promise<T>): Promise<T | null> => verify.catch(() => null)

/**
 * The columns of a passkey that a browser made for this challenge; null if its answer is invalid.
 */
export const verifyNewPasskey = async (
  { id, origin }: RelyingParty,
  expectedChallenge: string,
  credential: NewPasskey,
): Promise<Omit<Passkey, 'name' | 'createdAt' | 'usedAt'> | null> => {
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  )
  if (!verified?.verified) return null
  const made = verified.registrationInfo.credential
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: credential.response.transports,
  }
}

/** The authenticator's new counter; null if the signature is wrong or the passkey was copied. */
export const verifyPasskey = async (
  { id, origin }: RelyingParty,
  expectedChallenge: string,
  passkey: Passkey,
  credential: PasskeyProof,
): Promise<number | null> => {
  const { credentialId, publicKey, counter } = passkey
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: false,
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

export const isNewPasskey = (credential: NewPasskey | PasskeyProof): credential is NewPasskey =>
  'attestationObject' in credential.response
