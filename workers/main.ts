import { openFiles } from '@strand/platform/files'
import { createHttpServer, registerHealth } from '@strand/platform/http'
import { openLog } from '@strand/platform/log'
import { openEventStore } from '@strand/platform/open-event-store'
import { openPersonalData } from '@strand/platform/personal-data'
import { openPool } from '@strand/platform/postgres'
import { openQueue } from '@strand/platform/queue'
import { shutDownOnSignal } from '@strand/platform/shutdown'
import { untilAvailable } from '@strand/platform/until-available'
import { readConfig } from './config.ts'
import { startWorkers } from './start.ts'

const config = readConfig()
const log = openLog('workers', config.LOG_LEVEL)
const pool = openPool(config.DATABASE_URL, { log, name: 'strand workers' })
const eventStore = await untilAvailable('the event store', log, () =>
  openEventStore(config.EVENT_STORE_URL, { log }),
)
const personalData = await untilAvailable('Postgres', log, () =>
  openPersonalData({ pool, masterKey: config.PERSONAL_DATA_KEY, log }),
)
const queue = await untilAvailable('the queue', log, () => openQueue(config.QUEUE_URL, { log }))
const files = await openFiles(config.FILES_URL, { log })
const workers = await startWorkers({
  pool,
  eventStore,
  personalData,
  files,
  queue,
  mailUrl: config.MAIL_URL,
  publicUrl: config.PUBLIC_URL,
  shop: {
    name: config.SHOP_NAME,
    supportEmail: config.SHOP_SUPPORT_EMAIL,
    instagram: config.SHOP_INSTAGRAM,
  },
  tokenSecret: config.TOKEN_SECRET,
  log,
  now: () => new Date(),
})

// Nobody calls it but whoever watches over the processes.
const health = await createHttpServer({ log, authenticate: async () => null })
registerHealth(health, {
  checks: {
    postgres: () => pool.query('select'),
    eventStore: eventStore.health,
    queue: queue.health,
    files: files.health,
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
