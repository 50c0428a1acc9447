import { openLog } from '@strand/platform/log'
import { openPool } from '@strand/platform/postgres/pool'
import { openEvents } from '@strand/platform/process/open-events'
import { startService } from '@strand/platform/process/start-up'
import { readConfig } from './config.ts'
import { keysCommand } from './keys/command.ts'

// `node command-api/keys.ts rotate`, beside running services.
await startService(async () => {
  const config = readConfig()
  const log = openLog('keys', config.LOG_LEVEL)
  const pool = openPool(config.DATABASE_URL, { log, name: 'strand keys', max: 4 })
  const masterKey = config.PERSONAL_DATA_KEY
  const events = await openEvents({
    ...{ pool, log, masterKey, requireDurable: false },
    eventStoreUrl: config.EVENT_STORE_URL,
  })
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  try {
    write(await keysCommand(process.argv.slice(2), { ...events, pool, masterKey, write }))
  } finally {
    await events.personalData.close()
    await events.eventStore.close()
    await pool.end()
  }
})
