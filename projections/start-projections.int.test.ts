import { randomBytes } from 'node:crypto'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { openProgress } from '@strand/event-sourcing/processors/progress'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startProjections } from './start-projections.ts'
import { orderEventsFor } from './testing/order.ts'
import { eventRecorder } from './testing/projection.ts'

test('appended events soon show in every read model', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const personalData = await openPersonalData({
    pool,
    masterKey: keyRing(randomBytes(32)),
    log: silentLog,
  })
  const running = startProjections({ pool, eventStore, personalData, log: silentLog })
  const progress = await openProgress({ pool, log: silentLog })
  onTestFinished(async () => {
    await Promise.all(running.map((projection) => projection.stop()))
    await progress.close()
    await eventStore.close()
  })

  const key = await personalData.take()
  const order = orderEventsFor(personalData, key, '7K3Q-ZM9X-WD4T')
  const { record } = eventRecorder()
  const productId = '11111111-1111-4111-8111-111111111111'
  const product = { productId, name: 'Wig cap', price: 1_000 }
  await eventStore.append(
    'product-1',
    [record('product-1', { type: 'ProductCreated', data: product })],
    'no-stream',
  )
  const last = await eventStore.append(
    'order-1',
    [order.created({}, { sales: null }), order.approved()].map((event) => record('order-1', event)),
    'no-stream',
  )
  if (!last.ok) throw new Error('conflict')
  const names = running.map((projection) => projection.state().name)
  expect(await progress.waitFor(names, last.position, 30_000)).toBe('whole')
  const { rows } = await pool.query(
    `select name, (select count from read.order_count where status = 'confirmed') as confirmed,
       (select count(*) from read.activity) as actions
     from read.product`,
  )
  expect(rows).toEqual([{ name: 'Wig cap', confirmed: 1, actions: 3 }])
})
