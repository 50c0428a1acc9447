import { openLog } from '@strand/event-sourcing/log'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { startService } from '@strand/platform/process/start-up'
import { readReaderConfig } from './config.ts'
import { giveWay } from './proof/give-way.ts'
import { watchMachine } from './proof/reader/machine-activity.ts'
import { openReader } from './proof/reader/reader.ts'
import { serveReader } from './proof/reader/reader-server.ts'

// The service `proof-reader`: reads strangers' files, in a container without a network, a secret or
// a file of the shop. The workers ask it through a Unix socket. Decision 227.

/**
 * Milliseconds that a reading pauses while others want the processors. It may be short:
 * the container has the smallest share of them, so that it takes little from anybody.
 */
const maxWait = 5_000

await startService(async () => {
  const { LOG_LEVEL, PROOF_READER: socket } = readReaderConfig()
  const log = openLog('proof-reader', LOG_LEVEL)
  const reader = openReader()
  const machine = watchMachine(reader)
  const polite = giveWay(reader, { activity: machine, patience: maxWait })
  const service = await serveReader(socket, polite.reader)
  log.info({ socket }, 'proof-reader reads what the workers send')
  const close = async () => {
    polite.stop()
    machine.stop()
    await service.close()
  }
  shutDownOnSignal([['the socket', close]], { log })
})
