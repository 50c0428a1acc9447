import type { OrderLease } from '@strand/contracts/order/lease'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { expect, test } from 'vitest'
import { openLiveHub } from './live.hub.ts'

test('who looked at an order before everyone left is not told to the next person who listens', async () => {
  let leases: OrderLease[] = [{ orderid: '7K3Q-ZM9X-WD4T', userid: 'tola', name: 'Tola' }]
  const hub = openLiveHub({
    eventStore: memoryEventStore(),
    progress: { waitFor: async () => 'whole' },
    counts: async () => ({ pending: 0, confirmed: 0, shipped: 0, returned: 0, archived: 0 }),
    changes: async () => [],
    leases: async () => leases,
    log: silentLog,
  })
  const join = async () => {
    const delivered: OrderLease[][] = []
    const listener = {
      deliver: () => {},
      deliverLeases: (running: OrderLease[]) => delivered.push(running),
      recheck: () => {},
    }
    await hub.join(listener, null)
    return { delivered, leave: () => hub.leave(listener) }
  }
  const bisi = await join()
  await expect.poll(() => bisi.delivered).toEqual([leases])
  bisi.leave()
  leases = []
  const kemi = await join()
  expect(kemi.delivered).toEqual([])
  kemi.leave()
})
