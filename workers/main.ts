import { createHttpServer, registerHealth } from '@strand/platform/http'
import { openLog } from '@strand/platform/log'
import { openEventStore } from '@strand/platform/open-event-store'
import { openPersonalData } from '@strand/platform/personal-data'
import { openPool } from '@strand/platform/postgres'
import { openQueue } from '@strand/platform/queue'
import { shopDetails } from '@strand/platform/settings'
import { shutDownOnSignal } from '@strand/platform/shutdown'
import { startService, whenAvailable } from '@strand/platform/start-up'
import { readConfig } from './config.ts'
import { startWorkers } from './start.ts'

await startService(async () => {
  const config = readConfig()
  const log = openLog('workers', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand workers' })
  const eventStore = await whenAvailable(
    'event store',
    () => openEventStore(config.EVENT_STORE_URL, { log }),
    { log },
  )
  const masterKey = config.PERSONAL_DATA_KEY
  const personalData = await whenAvailable(
    'database',
    () => openPersonalData({ pool, masterKey, log }),
    { log },
  )
  const queue = await whenAvailable('queue', () => openQueue(config.QUEUE_URL, { log }), { log })
  const workers = await startWorkers({
    pool,
    eventStore,
    personalData,
    queue,
    mailUrl: config.MAIL_URL,
    publicUrl: config.PUBLIC_URL,
    shop: shopDetails(config),
    tokenSecret: config.TOKEN_SECRET,
    log,
  })

  // Nobody calls it but whoever watches over the processes.
  const health = await createHttpServer({ log, authenticate: async () => null })
  registerHealth(health, {
    checks: {
      postgres: () => pool.query('select'),
      eventStore: eventStore.health,
      queue: queue.health,
      mail: workers.mailHealth,
    },
    projections: async () => {
      const { name, status, lagSeconds, problem } = workers.reaction()
      return [{ name, ok: status !== 'stopped', status, lagSeconds, ...(problem && { problem }) }]
    },
  })
  await health.listen({ port: config.PORT, host: config.HOST })
  log.info({ port: config.PORT }, 'workers send the mail')

  shutDownOnSignal(
    [
      ['health', () => health.close()],
      ['workers', workers.stop],
      ['queue', queue.close],
      ['personal data', personalData.close],
      ['event store', eventStore.close],
      ['database', () => pool.end()],
    ],
    { log },
  )
})
