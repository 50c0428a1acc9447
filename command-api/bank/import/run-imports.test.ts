import { memoryEventStore } from '@strand/platform/event-store/memory'
import type { FileStore } from '@strand/platform/files/open'
import { silentLog } from '@strand/platform/log'
import type { Pool } from '@strand/platform/postgres/pool'
import { eventuallyWithin } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { startImports } from './run-imports.ts'

test('a process without imports looks for one as soon as it is woken, and hardly ever else', async () => {
  let looks = 0
  const pool = {
    query: async (text: string) => {
      if (text.includes('from bank_import')) looks += 1
      return { rows: [] }
    },
  }
  const unused = () => Promise.reject(new Error('nothing is imported'))
  const imports = startImports({
    pool: pool as unknown as Pool,
    eventStore: memoryEventStore(),
    log: silentLog,
    bankLineKey: Buffer.alloc(32),
    now: () => new Date(),
    files: { write: unused, read: unused, delete: unused } as Pick<
      FileStore,
      'write' | 'read' | 'delete'
    >,
    personalData: {
      take: unused,
      open: unused,
      load: unused,
      erase: unused,
      seal: () => ({ keyId: '', box: '' }),
    },
    shopAccount: { bankName: 'B', accountName: 'S', accountNumber: '0123456789' },
  })
  onTestFinished(imports.stop)
  // Sooner than it would look by itself.
  const soon = eventuallyWithin(10_000)
  for (const expected of [1, 2, 3]) {
    await soon(() => looks, expected)
    imports.wake()
  }
  await imports.stop()
  expect(looks).toBeLessThan(6)
})
