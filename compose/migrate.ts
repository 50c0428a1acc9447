import { openLog } from '../event-sourcing/log.ts'
import { isPostgresUrl } from '../platform/postgres/is-postgres-url.ts'
import { prepareDatabase } from '../platform/process/prepare-database.ts'
import { retryUntilAvailable, startService } from '../platform/process/start-up.ts'
import { readConfig } from './config.ts'

const inPostgres = (url: string | undefined) => url === undefined || isPostgresUrl(url)

/**
 * `npm run migrate`: runs once before a release's services start. Creates their roles, tables and
 * rights, because no service's role may create them; then exits.
 */
await startService(async () => {
  const config = readConfig()
  const log = openLog('migrate', config.LOG_LEVEL)
  const passwords = {
    migrate: config.MIGRATE_PASSWORD,
    command: config.COMMAND_PASSWORD,
    projections: config.PROJECTIONS_PASSWORD,
    query: config.QUERY_PASSWORD,
    workers: config.WORKERS_PASSWORD,
  }
  const prepare = () =>
    prepareDatabase(config.DATABASE_URL, {
      passwords,
      packages: [
        {
          packageName: 'command-api',
          folder: new URL('../command-api/migrations/', import.meta.url),
        },
      ],
      eventLog: inPostgres(config.EVENT_STORE_URL),
      queue: inPostgres(config.QUEUE_URL),
      log,
    })
  await retryUntilAvailable('database', prepare, { log })
  log.info('the database is prepared')
})
