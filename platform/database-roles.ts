import pg from 'pg'
import { scramVerifier } from './scram.ts'

/** Whoever runs all the time; each has a role of its own. */
export const services = ['command', 'projections', 'query', 'workers'] as const
export type ServiceName = (typeof services)[number]
/** `migrate` owns the tables; nobody works with its rights but while the database is prepared. */
export type RoleName = ServiceName | 'migrate'

export const roleOf = (name: RoleName) => `strand_${name}`

/** Passwords by role. A role without one keeps the one it has; a new one cannot sign in. */
export type RolePasswords = { [name in RoleName]?: string | undefined }

const names: RoleName[] = ['migrate', ...services]

/**
 * Makes the shop's roles in a Postgres server where they are missing, with no right but to sign in,
 * and sets the passwords that are given. What they may do in a database `prepareDatabase` says. Throws
 * what Postgres throws; roles are the server's, so that two calls at once may get into each other's way.
 *
 * @param client of a role that may make roles; it comes to be a member of `strand_migrate`
 */
export const makeRoles = async (client: pg.Client, passwords: RolePasswords): Promise<void> => {
  for (const name of names) {
    const role = roleOf(name)
    const known = await client.query<{ extra: boolean }>(
      `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as extra
         from pg_catalog.pg_roles where rolname = $1`,
      [role],
    )
    if (!known.rows[0]) await client.query(`create role ${role} login`)
    else if (known.rows[0].extra)
      await client.query(
        `alter role ${role} nosuperuser nocreaterole nocreatedb noreplication nobypassrls`,
      )
    // Not "$user" first, its default: a schema of that name would come before the shop's own.
    await client.query(`alter role ${role} set search_path = public`)
    const password = passwords[name]
    if (password !== undefined)
      await client.query(`alter role ${role} password ${pg.escapeLiteral(scramVerifier(password))}`)
  }
  // So that it can grant rights to what they own.
  await client.query('grant strand_projections, strand_workers to strand_migrate')
  // A superuser may work as any role; others must be members.
  const { rows } = await client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_catalog.pg_roles where rolname = current_user',
  )
  if (!rows[0]?.superuser)
    await client.query('grant strand_migrate, strand_projections, strand_workers to current_user')
}

/** The same server and database, as that role. */
export const urlOfRole = (url: string, name: RoleName, password: string): string => {
  const changed = new URL(url)
  changed.username = roleOf(name)
  changed.password = encodeURIComponent(password)
  return changed.href
}
