import { openLog } from '@strand/platform/log'
import { shutDownOnSignal } from '@strand/platform/shutdown'
import { endWithParent, tellOpen } from './keep-running.ts'
import { startShop } from './start.ts'
import { sentenceOf } from './terminal.ts'
import { welcome } from './welcome.ts'

endWithParent()
process.stdout.write('\n  Strand, the order desk of a shop that is paid by bank transfer\n\n')
const starting = startShop()
// From the first moment on: a Ctrl-C while it starts lets it finish, and then stop in order.
shutDownOnSignal([['the shop', async () => (await starting).stop()]], {
  log: openLog('strand', 'error'),
})
try {
  process.stdout.write(welcome(await starting))
  tellOpen()
} catch (error) {
  process.stderr.write(`\n  ${sentenceOf(error)}\n\n`)
  process.exit(1)
}
