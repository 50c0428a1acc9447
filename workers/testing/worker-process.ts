import { silentLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { openQueue } from '@strand/platform/jobs/queue'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { startWorkers } from '../start-workers.ts'
import { shopContact } from './shop-contact.ts'

// The workers as a separate process, for a test that kills it while it is sending an email.
const [, , url = '', mailUrl = ''] = process.argv
const log = silentLog
const pool = openPool(url, { log, name: 'killed worker' })
await startWorkers({
  pool,
  eventStore: await openEventStore(url, { log, requireDurable: false }),
  personalData: await openPersonalData({ pool, masterKey: keyRing(Buffer.alloc(32, 7)), log }),
  queue: await openQueue(url, { log }),
  mailUrl,
  publicUrl: 'https://shop.example',
  shop: shopContact,
  tokenSecret: keyRing(Buffer.alloc(32, 9)),
  mailBrake: 300,
  proofs: null,
  log,
  lockMs: 1_000,
})
