import { openLog } from '@strand/event-sourcing/log'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { startService } from '@strand/platform/process/start-up'
import { readReaderConfig } from './config.ts'
import { openReader } from './proof/reader/reader.ts'
import { serveReader } from './proof/reader/reader-server.ts'

// The service `proof-reader`: reads what strangers sent, in a container without a network, a secret or a
// file of the shop. The workers ask it through a Unix socket. Decision 227.

await startService(async () => {
  const { LOG_LEVEL, PROOF_READER: socket } = readReaderConfig()
  const log = openLog('proof-reader', LOG_LEVEL)
  const service = await serveReader(socket, openReader())
  log.info({ socket }, 'proof-reader reads what the workers send')
  shutDownOnSignal([['the socket', service.close]], { log })
})
