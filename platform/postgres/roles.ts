import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'

/** The services that run permanently; each has its own role. */
export const services = ['command', 'projections', 'query', 'workers'] as const
export type ServiceName = (typeof services)[number]
/** `migrate` owns the tables; its rights are used only while the database is being prepared. */
type RoleName = ServiceName | 'migrate'

export const roleOf = (name: RoleName) => `strand_${name}`

/**
 * Passwords by role. A role without one keeps its current password; a new role then cannot sign in.
 */
export type RolePasswords = { [name in RoleName]?: string | undefined }

const names: RoleName[] = ['migrate', ...services]

/**
 * Creates the shop's missing roles in a Postgres server, with no right except to sign in, and sets
 * the given passwords. `prepareDatabase` defines what they may do in a database. Throws Postgres's
 * own errors. Roles belong to the server, so two concurrent calls may conflict. See decision 129.
 *
 * @param client of a role that may create roles; it becomes a member of `strand_migrate`
 */
export const makeRoles = async (client: pg.Client, passwords: RolePasswords): Promise<void> => {
  for (const name of names) {
    const role = roleOf(name)
    const existing = await client.query<{ extra: boolean }>(
      `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as extra
         from pg_catalog.pg_roles where rolname = $1`,
      [role],
    )
    if (!existing.rows[0]) await client.query(`create role ${role} login`)
    else if (existing.rows[0].extra)
      await client.query(
        `alter role ${role} nosuperuser nocreaterole nocreatedb noreplication nobypassrls`,
      )
    // The default puts "$user" first, so a schema of that name would come before the shop's own.
    await client.query(`alter role ${role} set search_path = public`)
    const password = passwords[name]
    if (password !== undefined)
      await client.query(`alter role ${role} password ${pg.escapeLiteral(scramVerifier(password))}`)
  }
  // Lets `strand_migrate` grant rights on what these two roles own.
  await client.query('grant strand_projections, strand_workers to strand_migrate')
  // A superuser may act as any role; other users must be members.
  const { rows } = await client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_catalog.pg_roles where rolname = current_user',
  )
  if (!rows[0]?.superuser)
    await client.query('grant strand_migrate, strand_projections, strand_workers to current_user')
}

/** A URL for the same server and database, but with that role. */
export const urlOfRole = (url: string, name: RoleName, password: string): string => {
  const changed = new URL(url)
  changed.username = roleOf(name)
  changed.password = encodeURIComponent(password)
  return changed.href
}

const iterations = 4096

/**
 * The verifier that Postgres stores for a password (RFC 5803, SCRAM-SHA-256). Sending it instead of
 * the password keeps the password itself out of statement logs.
 *
 * @param password printable ASCII: it is not normalized
 */
const scramVerifier = (password: string): string => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const server = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`
}
