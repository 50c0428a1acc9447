import { randomBytes } from 'node:crypto'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { readServing } from '@strand/event-sourcing/processors/report'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { eventually } from '@strand/platform/testing/eventually'
import { startProjections } from '../start-projections.ts'

/**
 * Makes the tables of all read models in a template database, which test shops copy. A shop that
 * makes its own tables takes twice the CPU time.
 *
 * @param projectionsUrl connects with the role of the shops' projections
 */
export const makeReadModels = async (url: string, projectionsUrl = url): Promise<void> => {
  const log = silentLog
  const pool = openPool(projectionsUrl, { log, name: 'test' })
  const eventStore = memoryEventStore()
  const masterKey = keyRing(randomBytes(32))
  const personalData = await openPersonalData({ pool, masterKey, log })
  const running = startProjections({ pool, eventStore, personalData, log })
  await eventually(async () => (await readServing(pool)).length, running.length)
  await Promise.all(running.map((projection) => projection.stop()))
  await personalData.close()
  await eventStore.close()
  await pool.end()
  // Each shop adds its own key.
  const administrator = openPool(url, { log, name: 'test' })
  await administrator.query('delete from personal_key_check')
  await administrator.end()
}
