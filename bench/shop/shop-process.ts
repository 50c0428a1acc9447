import { readConfig } from '@strand/all-in-one/config'
import { openApiSession, seedCatalogue } from '@strand/all-in-one/demo/seed'
import { startShop } from '@strand/all-in-one/start'
import { beginning } from '@strand/event-sourcing/event-store/event-store'
import { readBetween } from '@strand/event-sourcing/event-store/read-between'
import { cpuUsed } from './cpu-used.ts'
import { bareAppends } from './floor-appends.ts'
import { copyOut } from './floor-copy.ts'
import { openBareRoutes } from './floor-routes.ts'
import { owner } from './owner.ts'
import { encodePhoto, photoInBase64 } from './photo.ts'
import { copyOrderTables, rebuildOrders } from './rebuild-orders.ts'
import { seedOrders } from './seed-orders.ts'
import { withoutLogProof } from './shop-arguments.ts'
import { openSuperuserPool } from './superuser-pool.ts'

// The shop under test, in a process of its own, started as `npm start` does from the settings in
// the environment. The floors run in the same process, with the same pool. The benchmark has
// started the process, and calls these functions by messages.

const folder = readConfig().DATA_DIR
const { shop, address, stop } = await startShop({
  superadministrator: owner,
  proveLog: !process.argv.includes(withoutLogProof),
})
const administrator = await openSuperuserPool(folder)
const bare = await openBareRoutes(shop.pools.query)

const loadCatalogue = async () => {
  const session = await openApiSession(shop, owner.email, owner.password)
  const catalogue = await seedCatalogue(session, new Date())
  return { catalogue, staffId: session.userId }
}

let stopping: Promise<void> | undefined

const calls = {
  ports: async () => ({ shop: Number(new URL(address).port), bare: bare.port }),
  catalogue: loadCatalogue,
  /** Records uploads that no order has claimed, small enough to leave room for more. */
  uploads: async ({ count }: { count: number }) => {
    const { rows } = await shop.pools.command.query<{ file_uid: string }>(
      `insert into upload (file_uid, key, type, size, sha256, created_at)
       select gen_random_uuid(), md5(random()::text || n), 'image/png', 1000,
         encode(sha256(n::text::bytea || random()::text::bytea), 'hex'), now()
       from generate_series(1, $1::int) n returning file_uid`,
      [count],
    )
    return rows.map((row) => row.file_uid)
  },
  photo: photoInBase64,
  encode: encodePhoto,
  seed: (options: Parameters<typeof seedOrders>[1]) => seedOrders(shop, options),
  /** Whether every projection has reached the end of the log. Emails may still be unsent. */
  hasCaughtUp: async () => {
    const head = await shop.eventStore.headPosition()
    const processors = await shop.progress.report()
    for (const processor of processors)
      if (!processor.ok) throw new Error(`${processor.kind} ${processor.name} has stopped`)
    return processors.every(({ position }) => BigInt(position) >= head)
  },
  readLog: async () => {
    const began = performance.now()
    const head = await shop.eventStore.headPosition()
    await readBetween(shop.eventStore, beginning, head, async () => {})
    return { seconds: (performance.now() - began) / 1000 }
  },
  appends: (options: Parameters<typeof bareAppends>[2]) =>
    bareAppends(shop, administrator, options),
  rebuild: () => rebuildOrders(shop, administrator),
  copyTables: () => copyOrderTables(administrator),
  copyOut: () => copyOut(shop.pools.query),
  /** The process's memory in bytes; `tidy` collects garbage first. */
  memory: async ({ tidy }: { tidy: boolean }) => {
    if (tidy) globalThis.gc?.()
    return process.memoryUsage.rss()
  },
  cpu: () => cpuUsed(shop.pools.query),
  /** The CPU time of this process and of every service's connections. */
  cpuOfAll: () => cpuUsed(administrator, 'every role'),
  /** The CPU milliseconds of this process alone. */
  processorTime: async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
  versions: async () => {
    const { rows } = await shop.pools.query.query<{ name: string; setting: string }>(
      `select name, current_setting(name) as setting from pg_settings
       where name in ('server_version', 'fsync', 'synchronous_commit', 'shared_buffers',
         'max_wal_size', 'checkpoint_timeout', 'random_page_cost', 'jit', 'max_connections')
       order by name = 'server_version' desc, name`,
    )
    return rows.map(({ name, setting }) => `${name} ${setting}`)
  },
  stop: () => {
    stopping ??= bare
      .close()
      .then(() => administrator.end())
      .then(stop)
    return stopping
  },
}
export type ShopCalls = typeof calls
export type CallMessage = { id: number; name: keyof ShopCalls; input: never }

process.on('message', async ({ id, name, input }: CallMessage) => {
  try {
    process.send?.({ id, result: await calls[name](input) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.stack : String(error) })
  }
  if (name === 'stop') process.disconnect()
})
// If the benchmark dies, its shop stops, too.
process.once('disconnect', () => stopping ?? calls.stop())
process.send?.({ ready: true })
