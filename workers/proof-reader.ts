import { openLog } from '@strand/event-sourcing/log'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { startService } from '@strand/platform/process/start-up'
import { readReaderConfig } from './config.ts'
import { giveWay } from './proof/give-way.ts'
import { watchMachine } from './proof/reader/machine-activity.ts'
import { openReader } from './proof/reader/reader.ts'
import { serveReader } from './proof/reader/reader-server.ts'

// The `proof-reader` service: reads files from strangers in a container that has no network, no
// secrets and none of the shop's files. The workers reach it through a Unix socket. See decision
// 227.

/**
 * The longest time that a reading pauses while others need the CPU, in milliseconds. A short pause
 * is enough: the container has the smallest CPU share, so the reader takes little CPU time from
 * others anyway.
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
