import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { openEvents } from '@strand/platform/process/open-events'
import { keysCommand } from './command.ts'

export const runKeysCommand = async (options: {
  pool: Pool
  log: Log
  masterKey: KeyRing
  eventStoreUrl: string
  write: (line: string) => void
}): Promise<void> => {
  const events = await openEvents({ ...options, requireDurable: false })
  try {
    options.write(await keysCommand(process.argv.slice(2), { ...options, ...events }))
  } finally {
    await events.personalData.close()
    await events.eventStore.close()
  }
}
