import type { Role } from '@strand/contracts/accounts/permission'
import type { FactorMethod, SecondFactorNeeded } from '@strand/contracts/accounts/second-factor'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import type { Sealed } from '@strand/platform/crypto/personal-data'
import type { Passkey, RelyingParty } from './passkeys.ts'

/** The setting `SECOND_FACTOR`: who needs a second factor. */
export type SecondFactorPolicy = 'optional' | 'superadministrators' | 'all'

export const isRequired = (policy: SecondFactorPolicy, role: Role): boolean =>
  policy === 'all' || (policy === 'superadministrators' && role === 'superadministrator')

export type Factors = {
  totp: { secret: Sealed; createdAt: Date } | null
  passkeys: Passkey[]
  recoveryCodes: number
}

export const factorsOf = async (
  connection: Connection | Pool,
  userId: string,
): Promise<Factors> => {
  const totp = await connection.query<{ secret: Sealed; createdAt: Date }>(
    'select secret, created_at as "createdAt" from totp where user_id = $1',
    [userId],
  )
  const passkeys = await connection.query<Passkey>(
    `select credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter,
       transports, name, created_at as "createdAt", used_at as "usedAt"
     from passkey where user_id = $1 order by created_at, credential_id`,
    [userId],
  )
  const codes = await connection.query<{ count: number }>(
    'select count(*)::int as count from recovery_code where user_id = $1',
    [userId],
  )
  return {
    totp: totp.rows[0] ?? null,
    passkeys: passkeys.rows,
    recoveryCodes: codes.rows[0]?.count ?? 0,
  }
}

export const hasFactor = ({ totp, passkeys }: Factors) => totp !== null || passkeys.length > 0

/** The methods that this shop's address allows. */
export const offeredMethods = (relyingParty: RelyingParty | null): FactorMethod[] =>
  relyingParty ? ['totp', 'passkey'] : ['totp']

export const usableMethods = (
  { totp, passkeys, recoveryCodes }: Factors,
  relyingParty: RelyingParty | null,
): SecondFactorNeeded['secondFactor']['methods'] => [
  ...(totp ? (['totp'] as const) : []),
  ...(relyingParty && passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
]

/**
 * Also deletes the person's recovery codes and unfinished sign-ins, because both are useless
 * without a second factor.
 */
export const removeFactors = async (connection: Connection, userId: string) => {
  for (const table of ['totp', 'passkey', 'recovery_code', 'sign_in_challenge'])
    await connection.query(`delete from ${table} where user_id = $1`, [userId])
}
