import pg from 'pg'
import { makeRoles, type ServiceName, services, urlOfRole } from './database-roles.ts'

/** Of the roles in the test run's Postgres, which `tools/test-services.ts` makes. */
export const testPasswords = Object.fromEntries(
  services.map((service) => [service, `password-of-${service}`]),
) as Record<ServiceName, string>

/** A test's database, as the role of each service. */
export const urlsOfRoles = (url: string) =>
  Object.fromEntries(
    services.map((service) => [service, urlOfRole(url, service, testPasswords[service])]),
  ) as Record<ServiceName, string>

/** Once for all databases of a test run: roles are the server's. */
export const makeTestRoles = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await makeRoles(client, testPasswords)
  await client.end()
}
