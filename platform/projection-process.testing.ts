import { postgresEventStore } from './event-store.postgres.ts'
import { silentLog } from './log.ts'
import { openPool } from './postgres.ts'
import { accounts, notices } from './projection.testing.ts'
import { startProjection } from './projection.ts'
import { startReaction } from './reaction.ts'

// A process of its own that a test kills: runs the projection and the reaction on the database that
// its first argument names, and says so on a line once it is the active one. The second argument is
// the projection's version. Without any it ends at once, and leaves what Node has compiled in its
// cache, which a killed process cannot.

const [url, version = '1'] = process.argv.slice(2)
if (!url) process.exit()
const pool = openPool(url, { log: silentLog, name: 'runner process' })
const eventStore = await postgresEventStore({ url, log: silentLog, requireDurable: false })
const options = { pool, eventStore, log: silentLog, batchSize: 10, standbyPause: 20 }
const projection = startProjection({ ...accounts, version: Number(version) }, options)
startReaction(notices, options)

const watching = setInterval(() => {
  const { status } = projection.state()
  if (status !== 'serving' && status !== 'building') return
  clearInterval(watching)
  process.stdout.write(`${status}\n`)
}, 2)
