import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'

/** The services that always run; each has its own role. */
export const services = ['command', 'projections', 'query', 'workers'] as const
export type ServiceName = (typeof services)[number]
/** `migrate` owns the tables. Its rights are used only while the database is prepared. */
type RoleName = ServiceName | 'migrate'

export const roleOf = (name: RoleName) => `strand_${name}`

/**
 * The roles' passwords. An existing role that has none here keeps its password; a new role without
 * one cannot sign in.
 */
export type RolePasswords = { [name in RoleName]?: string | undefined }

const names: RoleName[] = ['migrate', ...services]

/**
 * Creates missing roles of the shop in a Postgres server, with no right except to sign in, and sets
 * the given passwords. `prepareDatabase` grants them rights in a database. Throws Postgres's own
 * errors: roles belong to the server, so two calls at the same time may conflict. See decision 129.
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
    // By default, "$user" comes first, and a schema of that name would hide the shop's.
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

export const urlOfRole = (url: string, name: RoleName, password: string): string => {
  const changed = new URL(url)
  changed.username = roleOf(name)
  changed.password = encodeURIComponent(password)
  return changed.href
}

const iterations = 4096

/**
 * What Postgres stores for a password (RFC 5803, SCRAM-SHA-256). Sending this keeps the password
 * out of the server's statement logs.
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
