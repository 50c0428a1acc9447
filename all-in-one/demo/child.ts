import { openLog } from '@strand/event-sourcing/log'
import { shutDownOnSignal } from '@strand/platform/process/shutdown'
import { type StartedShop, startShop } from '../start.ts'
import { startupBanner } from '../startup-banner.ts'
import { exitWithParent, reportReady } from '../supervisor.ts'
import { progress, startErrorMessage, step } from '../terminal.ts'
import { samplePassword, sampleStaff } from './catalogue.ts'
import { seedMoney } from './money.ts'
import { seededRandom } from './people.ts'
import { openApiSession, seedCatalogue, seedStaff } from './seed.ts'
import { seedOrders, takeCodes } from './seed-orders.ts'

const owner = { email: 'owner@strand.example', password: samplePassword }
const sampleOrders = 240
const sampleCodes = 20

/** Fills the shop on its first start; later starts keep its data. */
const fill = async ({ shop, tokenSecret }: StartedShop): Promise<void> => {
  const { rows } = await shop.pools.query.query('select from read.product limit 1')
  if (rows.length > 0) return
  const now = new Date()
  const session = await openApiSession(shop, owner.email, owner.password)
  const catalogue = await step('Filling the shelves', () => seedCatalogue(session, now))
  await step('Hiring staff', () => seedStaff(session, tokenSecret))
  const random = seededRandom(26)
  const orders = await seedOrders(shop, {
    random,
    catalogue,
    now,
    count: sampleOrders,
    codes: await takeCodes(session, sampleCodes),
    staffId: session.userId,
    onProgress: progress('Two months of orders', sampleOrders),
  })
  await step('Reading the bank’s statements', () => seedMoney(session, { random, orders, now }))
  const position = await shop.eventStore.headPosition()
  await shop.progress.waitFor(['order', 'activity', 'bank'], position, 30_000)
}

exitWithParent()
process.stdout.write('\n  Strand, with a sample shop\n\n')
const starting = startShop({ dataFolder: '.data-demo', superadministrator: owner })
shutDownOnSignal([['the shop', async () => (await starting).stop()]], {
  log: openLog('strand', 'error'),
})
try {
  const started = await starting
  await fill(started).catch(async (error) => {
    await started.stop()
    throw new Error(
      `the sample shop could not be filled (${error.message}); delete its data folder and try again`,
    )
  })
  process.stdout.write(
    startupBanner(started) +
      [
        `  Sample staff, all with the password ${samplePassword}:`,
        `    ${owner.email}   superadministrator`,
        ...sampleStaff.map(({ email, role }) => `    ${email}   ${role}`),
        '',
        '',
      ].join('\n'),
  )
  reportReady()
} catch (error) {
  process.stderr.write(`\n  ${startErrorMessage(error)}\n\n`)
  process.exit(1)
}
