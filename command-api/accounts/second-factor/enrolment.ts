import type {
  Enrolment,
  FactorMethod,
  FinishEnrolment,
} from '@strand/contracts/accounts/second-factor'
import { conflict, invalidInput } from '@strand/event-sourcing/errors'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { z } from 'zod'
import type { Account } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { Challenge } from './challenges.ts'
import { factorsOf, hasFactor } from './factors.ts'
import { isNewPasskey, passkeyCreation, verifyNewPasskey } from './passkeys.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpEnrolment, typedCode } from './totp.ts'

const maxPasskeys = 20

const alreadyEnrolled = () =>
  conflict('You already have an authenticator app: please remove it first')

/**
 * Begins an enrolment. Returns the answer to its first request, and what must be kept for its
 * second.
 */
export const beginEnrolment = async (
  { pool, personalData, relyingParty, shopName }: UserDependencies,
  account: Account,
  method: FactorMethod,
): Promise<{
  offer: Pick<Enrolment, 'totp' | 'passkey'>
  kept: Pick<Challenge, 'totp' | 'webauthn'>
}> => {
  const { totp, passkeys } = await factorsOf(pool, account.userId)
  if (method === 'totp') {
    if (totp) throw alreadyEnrolled()
    const key = await personalData.load(account.personal.keyId)
    if (!key) throw conflict('The data of this user was erased')
    const secret = newTotpSecret()
    const offer = { totp: totpEnrolment(secret, { shop: shopName, email: account.email }) }
    return { offer, kept: { totp: personalData.seal(key, { secret }), webauthn: null } }
  }
  if (!relyingParty)
    throw invalidInput([
      { path: 'method', message: 'Passkeys need a shop with a domain name and HTTPS' },
    ])
  if (passkeys.length >= maxPasskeys)
    throw conflict(`You have ${maxPasskeys} passkeys: please remove one first`)
  const passkey = await passkeyCreation(relyingParty, account, passkeys)
  return { offer: { passkey }, kept: { totp: null, webauthn: passkey.challenge } }
}

/** Inserts a factor that was verified, in the transaction that has locked the account. */
type AddFactor = (connection: Connection) => Promise<FactorMethod>

/** Checks the first code or the new passkey of an enrolment; null if it is wrong. */
export const checkEnrolment = async (
  { personalData, relyingParty, now }: UserDependencies,
  { userId }: Account,
  { totp, webauthn }: Challenge,
  { code, credential, name = 'Passkey' }: z.output<typeof FinishEnrolment>,
): Promise<AddFactor | null> => {
  if (credential) {
    if (!relyingParty || !webauthn || !isNewPasskey(credential)) return null
    const passkey = await verifyNewPasskey(relyingParty, webauthn, credential)
    if (!passkey) return null
    return async (connection) => {
      const { credentialId, publicKey, counter, transports } = passkey
      const { rowCount } = await connection.query(
        `insert into passkey (credential_id, user_id, public_key, counter, transports, name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
        [credentialId, userId, publicKey, counter, transports, name, now()],
      )
      if (rowCount !== 1) throw conflict('This passkey is already enrolled')
      return 'passkey'
    }
  }
  const [opened] = totp ? await personalData.open([totp]) : []
  const step = opened ? stepOfCode(String(opened.secret), typedCode(code), now()) : null
  if (step === null) return null
  return async (connection) => {
    const { rowCount } = await connection.query(
      `insert into totp (user_id, secret, last_step, created_at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [userId, totp, step, now()],
    )
    if (rowCount !== 1) throw alreadyEnrolled()
    return 'totp'
  }
}

/** Adds a factor to a locked account. The first factor comes with recovery codes. */
export const addFactor = async (connection: Connection, userId: string, add: AddFactor) => {
  const isFirst = !hasFactor(await factorsOf(connection, userId))
  const method = await add(connection)
  const recoveryCodes = isFirst ? await renewRecoveryCodes(connection, userId) : undefined
  const event = { type: 'UserSecondFactorEnrolled' as const, data: { userId, method } }
  return { event, isFirst, recoveryCodes }
}
