import { openLog } from '../platform/log.ts'
import { prepareDatabase } from '../platform/process/prepare-database.ts'
import { retryUntilAvailable, startService } from '../platform/process/start-up.ts'
import { readConfig } from './config.ts'

/**
 * `npm run migrate`: run once before the services of a release start. Creates their roles, the
 * tables and the rights, then exits: no other step's role may do any of that.
 */
const isPostgres = (url: string | undefined) => url === undefined || url.startsWith('postgres')

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
      eventLog: isPostgres(config.EVENT_STORE_URL),
      queue: isPostgres(config.QUEUE_URL),
      log,
    })
  await retryUntilAvailable('database', prepare, { log })
  log.info('the database is prepared')
})
