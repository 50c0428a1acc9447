import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { FileStore } from '@strand/platform/files/open'
import { eventually } from '@strand/platform/testing/eventually'
import { fastestOf } from '@strand/platform/testing/fastest-of'
import { expect, onTestFinished, test } from 'vitest'
import { startImports } from './run-imports.ts'

test('an idle process checks for imports as soon as it is woken, and hardly ever otherwise', async () => {
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
  await eventually(() => looks, 1)
  const look = async () => {
    const before = looks
    imports.wake()
    await eventually(() => looks, before + 1)
  }
  // Without `wake`, the next look would come only after fifteen seconds.
  expect(await fastestOf(2, look)).toBeLessThan(10_000)
  await imports.stop()
  expect(looks).toBeLessThan(6)
})
