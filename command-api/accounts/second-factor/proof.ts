import type { UserEvent } from '@strand/contracts/accounts/events'
import type { SecondFactorProof } from '@strand/contracts/accounts/second-factor'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { Account } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { Challenge } from './challenges.ts'
import { factorsOf } from './factors.ts'
import { isNewPasskey, verifyPasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { stepOfCode, typedCode } from './totp.ts'

/**
 * Applies a correct proof in the sign-in's transaction. Null if another request has used the proof.
 */
type ApplyProof = (connection: Connection) => Promise<Applied | null>
type Applied = { events: UserEvent[]; recoveryCodes?: string[] | undefined }

export const wrongProof = ({ credential }: Partial<SecondFactorProof>) => {
  const message = credential
    ? 'This passkey did not work'
    : 'This code is wrong or was already used'
  return new Rejected('unauthenticated', message, { details: [{ path: 'code', message }] })
}

const isTotpCode = (code: string) => /^\d{6}$/.test(code)

/** Checks a person's proof against their factors; null if it is wrong. */
export const checkProof = async (
  shared: UserDependencies,
  account: Account,
  challenge: Challenge,
  { code, credential }: SecondFactorProof,
): Promise<ApplyProof | null> => {
  if (credential) return checkPasskey(shared, account, challenge, credential)
  const typed = typedCode(code)
  if (isTotpCode(typed)) return checkTotp(shared, account, typed)
  const { userId } = account
  return async (connection) =>
    (await useRecoveryCode(connection, userId, typed))
      ? { events: [{ type: 'UserRecoveryCodeUsed', data: { userId } }] }
      : null
}

const checkTotp = async (
  { pool, personalData, now }: UserDependencies,
  { userId }: Account,
  code: string,
): Promise<ApplyProof | null> => {
  const { totp } = await factorsOf(pool, userId)
  // The secret is decrypted before the transaction, because waiting for a second connection inside
  // it could deadlock.
  const [opened] = totp ? await personalData.open([totp.secret]) : []
  const step = opened ? stepOfCode(String(opened.secret), code, now()) : null
  if (!totp || step === null) return null
  return async (connection) => {
    const { rowCount } = await connection.query(
      'update totp set last_step = $3 where user_id = $1 and secret = $2 and last_step < $3',
      [userId, totp.secret, step],
    )
    // A correct code that was used before does not count as a guess: a client that lost the first
    // answer sends the code again.
    if (rowCount !== 1) throw wrongProof({ code })
    return { events: [] }
  }
}

const checkPasskey = async (
  { pool, relyingParty, now }: UserDependencies,
  { userId }: Account,
  { webauthn }: Challenge,
  credential: NonNullable<SecondFactorProof['credential']>,
): Promise<ApplyProof | null> => {
  const { passkeys } = await factorsOf(pool, userId)
  const passkey = passkeys.find(({ credentialId }) => credentialId === credential.id)
  if (!passkey || !relyingParty || !webauthn || isNewPasskey(credential)) return null
  const counter = await verifyPasskey(relyingParty, webauthn, passkey, credential)
  if (counter === null) return null
  return async (connection) => {
    const { rowCount } = await connection.query(
      `update passkey set counter = $3, used_at = $4
       where credential_id = $1 and user_id = $2 and (counter < $3 or $3 = 0)`,
      [passkey.credentialId, userId, counter, now()],
    )
    return rowCount === 1 ? { events: [] } : null
  }
}
