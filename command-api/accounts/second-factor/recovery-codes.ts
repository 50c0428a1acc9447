import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { typeableCode } from '@strand/platform/crypto/typeable-code'

/** New recovery codes: shown once, and again only to the client that requested them. */
export type NewCodes = { recoveryCodes?: string[] | undefined }

const howMany = 10

/** Accepts a code in upper or lower case, with or without hyphens. */
const hashOf = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId}:${code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')}`)
    .digest()

/** Gives a person new codes, which replace the old ones. Only hashes are stored. */
export const renewRecoveryCodes = async (
  connection: Connection,
  userId: string,
): Promise<string[]> => {
  const codes = Array.from({ length: howMany }, () => typeableCode(randomBytes(16)))
  await connection.query('delete from recovery_code where user_id = $1', [userId])
  await connection.query(
    'insert into recovery_code (user_id, hash) select $1, unnest($2::bytea[])',
    [userId, codes.map((code) => hashOf(userId, code))],
  )
  return codes
}

/** Uses up a code; false if the code was used or never existed. */
export const useRecoveryCode = async (connection: Connection, userId: string, code: string) => {
  const { rowCount } = await connection.query(
    'delete from recovery_code where user_id = $1 and hash = $2',
    [userId, hashOf(userId, code)],
  )
  return rowCount === 1
}
