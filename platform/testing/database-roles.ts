import pg from 'pg'
import { makeRoles, type ServiceName, services, urlOfRole } from '../postgres/roles.ts'

/** The roles' passwords in the test run's Postgres, which `tools/test-services.ts` prepares. */
export const testPasswords = Object.fromEntries(
  services.map((service) => [service, `password-of-${service}`]),
) as Record<ServiceName, string>

export const urlsOfRoles = (url: string) =>
  Object.fromEntries(
    services.map((service) => [service, urlOfRole(url, service, testPasswords[service])]),
  ) as Record<ServiceName, string>

/** Called once for all databases of a test run, because roles belong to the server. */
export const makeTestRoles = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await makeRoles(client, testPasswords)
  await client.end()
  for (const roleUrl of Object.values(urlsOfRoles(url))) await signInQuickly(roleUrl)
}

/**
 * Sets the role's password again, so that signing in derives the key in one round instead of
 * thousands: a test run opens some ten thousand connections.
 */
export const signInQuickly = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set scram_iterations = 1')
  await client.query(`alter role current_user password ${pg.escapeLiteral(client.password ?? '')}`)
  await client.end()
}
