import { openLog } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { startService } from '@strand/platform/process/start-up'
import { readConfig } from './config.ts'
import { runKeysCommand } from './keys/run-command.ts'

// Run this as `node command-api/keys.ts rotate`, while the services are running.
await startService(async () => {
  const config = readConfig()
  const log = openLog('keys', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand keys', max: 4 })
  try {
    await runKeysCommand({
      pool,
      log,
      masterKey: config.PERSONAL_DATA_KEY,
      eventStoreUrl: config.EVENT_STORE_URL,
      write: (line) => void process.stdout.write(`${line}\n`),
    })
  } finally {
    await pool.end()
  }
})
