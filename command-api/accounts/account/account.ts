import { UserPersonal } from '@strand/contracts/accounts/events'
import { Role } from '@strand/contracts/accounts/permission'
import { asciiDomain } from '@strand/contracts/person'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import { lockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import { isUuid } from '@strand/event-sourcing/uuid'
import type { PersonalData, Sealed } from '@strand/platform/crypto/personal-data'

export type Account = {
  userId: string
  email: string
  passwordHash: string
  passwordVersion: number
  passwordChosen: boolean
  role: Role
  status: 'pending' | 'active' | 'archived'
  emailConfirmed: boolean
  personal: Sealed
  invitedAt: Date
}

type Row = {
  user_id: string
  email: string
  password_hash: string
  password_version: number
  password_chosen: boolean
  role: string
  status: Account['status']
  email_confirmed_at: Date | null
  personal: Sealed
  invited_at: Date
}

const fromRow = (row: Row): Account => ({
  userId: row.user_id,
  email: row.email,
  passwordHash: row.password_hash,
  passwordVersion: row.password_version,
  passwordChosen: row.password_chosen,
  role: Role.parse(row.role),
  status: row.status,
  emailConfirmed: row.email_confirmed_at !== null,
  personal: row.personal,
  invitedAt: row.invited_at,
})

/** In hours: how long a new account's mailed link and temporary password are valid. */
const activationHours = 72

/** Normalizes an address to its stored form. */
export const normalizeEmail = (email: string) => asciiDomain(email.trim().toLowerCase())

export const accountByEmail = async (pool: Pool, email: string): Promise<Account | null> => {
  const { rows } = await pool.query<Row>('select * from account where email = $1', [
    normalizeEmail(email),
  ])
  return rows[0] ? fromRow(rows[0]) : null
}

/**
 * Returns null if no account has the id, or if the text is not a UUID. With `lock`, no other
 * transaction can change the account until this transaction ends.
 */
export const accountById = async (
  connection: Pool | Connection,
  userId: string,
  lock?: 'lock',
): Promise<Account | null> => {
  if (!isUuid(userId)) return null
  const { rows } = await connection.query<Row>(
    `select * from account where user_id = $1 ${lock ? 'for update' : ''}`,
    [userId],
  )
  return rows[0] ? fromRow(rows[0]) : null
}

/** Like `accountById`, but for the caller's own account. Throws 401 if it no longer exists. */
export const existingAccount = async (
  ...[connection, userId, lock]: Parameters<typeof accountById>
) => {
  const account = await accountById(connection, userId, lock)
  if (!account) throw new Rejected('unauthenticated', 'Please sign in')
  return account
}

export const isInvitationExpired = ({ invitedAt }: Account, now: Date) =>
  now.getTime() > invitedAt.getTime() + activationHours * 3_600_000

export const isTemporaryPasswordExpired = (account: Account, now: Date) =>
  !account.passwordChosen && isInvitationExpired(account, now)

/** The person's details, decrypted; empty after an erasure. */
export const detailsOf = async (
  personalData: PersonalData,
  account: Account,
): Promise<UserPersonal> => {
  const [plain] = await personalData.open([account.personal])
  return plain
    ? UserPersonal.parse(plain)
    : { firstname: '', lastname: '', email: account.email, phone: '', countryCode: '' }
}

export type NewAccount = Pick<
  Account,
  'userId' | 'email' | 'passwordHash' | 'passwordChosen' | 'role' | 'personal'
> & { status: 'pending' | 'active'; emailConfirmed?: boolean; at: Date }

/**
 * Unless `emailConfirmed` says otherwise, the address of an active account counts as confirmed.
 * Throws 409 if the address is in use.
 */
export const insertAccount = async (connection: Connection, account: NewAccount) => {
  const { rowCount } = await connection.query(
    `insert into account (user_id, email, password_hash, password_chosen, role,
       status, email_confirmed_at, personal, created_at, invited_at)
     values ($1, $2, $3, $4, $5, $6, case when $9 then $8::timestamptz end, $7, $8, $8)
     on conflict (email) do nothing`,
    [
      account.userId,
      account.email,
      account.passwordHash,
      account.passwordChosen,
      account.role,
      account.status,
      account.personal,
      account.at,
      account.emailConfirmed ?? account.status === 'active',
    ],
  )
  if (rowCount === 1) return
  const { rows } = await connection.query<{ status: string }>(
    'select status from account where email = $1',
    [account.email],
  )
  throw conflict(
    rows[0]?.status === 'archived'
      ? 'An archived user has this email address: restore that user instead'
      : 'A user with this email already exists',
  )
}

/**
 * Lets only one transaction at a time change accounts. If a transaction has checked something about
 * other people, such as how many superadministrators are active, it is then still true when the
 * transaction commits.
 */
export const lockUserChanges = async (connection: Connection) => {
  await lockTransaction(connection, 'strand people')
}
