import { openLog } from '@strand/event-sourcing/log'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { startShop } from './start.ts'
import { startupBanner } from './startup-banner.ts'
import { exitWithParent, reportReady } from './supervisor.ts'
import { startErrorMessage } from './terminal.ts'

exitWithParent()
process.stdout.write('\n  Strand, the order desk of a shop that is paid by bank transfer\n\n')
const starting = startShop()
// The signal handler is registered first, so that after Ctrl-C during startup, the shop finishes
// starting and then stops cleanly.
shutDownOnSignal([['the shop', async () => (await starting).stop()]], {
  log: openLog('strand', 'error'),
})
try {
  process.stdout.write(startupBanner(await starting))
  reportReady()
} catch (error) {
  process.stderr.write(`\n  ${startErrorMessage(error)}\n\n`)
  process.exit(1)
}
