import { randomBytes } from 'node:crypto'
import type { Log } from '@strand/event-sourcing/log'
import type { EmbeddedPostgres } from '@strand/platform/postgres/embedded'
import {
  type RolePasswords,
  type ServiceName,
  services,
  urlOfRole,
} from '@strand/platform/postgres/roles'
import { prepareDatabase } from '@strand/platform/process/prepare-database'
import { acquireInstanceLock } from './instance-lock.ts'

/** The command-api migrations that `migrate` applies. */
export const commandMigrations = [
  'command-api',
  new URL('../../command-api/migrations/', import.meta.url),
] as const

/** One role for all services, as in an operator's own database. */
export const sameUrlForAll = (url: string) => urlsFor(() => url)

const urlsFor = (urlOf: (service: ServiceName) => string) =>
  Object.fromEntries(services.map((service) => [service, urlOf(service)])) as Record<
    ServiceName,
    string
  >

/**
 * Makes sure that no other shop uses the data folder's embedded database, and prepares it for the
 * services. Then the superuser's connection closes. Only this process knows the passwords of the
 * services' roles.
 *
 * @param parts the database's parts besides the read models
 * @returns the services' URLs, and `release`, which lets another shop use the folder
 */
export const prepareEmbeddedDatabase = async (
  { url, stop }: EmbeddedPostgres,
  folder: string,
  parts: { eventLog: boolean; queue: boolean; log: Log },
) => {
  const passwords: RolePasswords & Record<ServiceName, string> = {
    command: newPassword(),
    projections: newPassword(),
    query: newPassword(),
    workers: newPassword(),
  }
  const [packageName, migrations] = commandMigrations
  const urls = urlsFor((service) => urlOfRole(url, service, passwords[service]))
  const release = await acquireInstanceLock(folder, {
    administrator: url,
    shop: urls.command,
    prepare: () =>
      prepareDatabase(url, {
        ...parts,
        passwords,
        packages: [{ packageName, folder: migrations }],
      }).catch(async (error) => {
        // Nothing else uses the server, so nothing else would stop it.
        await stop()
        throw error
      }),
  })
  return { urls, release }
}

const newPassword = () => randomBytes(24).toString('hex')
