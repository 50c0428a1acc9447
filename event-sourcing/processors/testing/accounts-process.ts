import { postgresEventStore } from '../../event-store/postgres/postgres-event-store.ts'
import { silentLog } from '../../log.ts'
import { openPool } from '../../postgres/pool.ts'
import { startProjector } from '../projector.ts'
import { startReactor } from '../reactor.ts'
import { accounts, notices } from './accounts.ts'

// A process that a test kills. It runs the projector and the reactor on the database of the first
// argument, and prints a line once it is active. The second argument is the projection's version.
// Without arguments, it exits immediately, after filling Node's compile cache, which a killed
// process cannot do.

const [url, version = '1'] = process.argv.slice(2)
if (!url) process.exit()
const pool = openPool(url, { log: silentLog, name: 'processor process' })
const eventStore = await postgresEventStore({ url, log: silentLog, requireDurable: false })
const options = { pool, eventStore, log: silentLog, batchSize: 10, standbyPause: 20 }
const projection = startProjector({ ...accounts, version: Number(version) }, options)
startReactor(notices, options)

const watching = setInterval(() => {
  const { status } = projection.state()
  if (status !== 'serving' && status !== 'building') return
  clearInterval(watching)
  process.stdout.write(`${status}\n`)
}, 2)
