import { openLog } from '@strand/event-sourcing/log'
import { startService } from '@strand/platform/process/start-up'
import { readConfig } from './config.ts'
import { verifyAddress } from './log-proof/verify/address.ts'
import { readArguments } from './log-proof/verify/arguments.ts'
import { verifyShop } from './log-proof/verify/run.ts'

// Verifies the log and the read models of a shop whose services run separately; see
// docs/log-proof.md.
await startService(async () => {
  const given = readArguments(process.argv.slice(2))
  const write = (text: string) => void process.stdout.write(text)
  const { log } = given
  if (log !== undefined) {
    process.exitCode = await verifyAddress({ ...given, log }, write)
    return
  }
  const config = readConfig()
  process.exitCode = await verifyShop({
    arguments: given,
    write,
    log: openLog('verify', config.LOG_LEVEL),
    databaseUrl: config.DATABASE_URL,
    eventStoreUrl: config.EVENT_STORE_URL,
    masterKey: config.PERSONAL_DATA_KEY,
    signingKeys: config.LOG_SIGNING_KEY,
    writerKey: config.LOG_WRITER_KEY,
  })
})
