import { createOrder } from '@strand/command-api/order/create/create-order'
import { startMailRelease } from '@strand/command-api/order/mail-release'
import { approveOrder, undoOrderChange } from '@strand/command-api/order/money/order-money'
import { openDatabase } from './database/database.ts'
import { brokenInvariants, unfinished } from './invariants/check.ts'
import { openLogServer } from './ports/log.ts'
import { openMailServer } from './ports/mail-server.ts'
import { openQueueServer } from './ports/queue.ts'
import { openVault } from './ports/vault.ts'
import { recordLine } from './shop/bank-lines.ts'
import { placeOrder } from './shop/customers.ts'
import { prepareTables, startProcesses } from './shop/processes.ts'
import type { Wiring } from './shop/shop.ts'
import type { Simulation } from './shop/simulation.ts'
import { workOnOrder } from './shop/staff.ts'
import { inWorld, settle } from './world/environment.ts'
import { pause } from './world/port.ts'
import { faultsOf } from './world/shop-faults.ts'
import { openWorld, type World } from './world/world.ts'

export type Outcome = { problems: string[]; trace: string[]; events: number; seconds: number }

/** Milliseconds with faults, and after them until everything has to be at rest. */
const faulty = 4_000
const patience = 240_000
/** Milliseconds after which what was cut short is finished. */
const nap = 35_000
/** Steps after which a world that never comes to rest is given up. */
const mostSteps = 100_000

/** Production code on simulated ports, as it is. */
export const production: Wiring = {
  eventStore: (port) => port,
  queue: (port) => port,
  transport: (port) => port,
  createOrder,
  approveOrder,
  undoOrderChange,
  startMailRelease,
}

const openSimulation = (world: World, wiring: Wiring): Simulation => ({
  world,
  wiring,
  faults: faultsOf(world.dice),
  log: openLogServer(world),
  database: openDatabase(world),
  queue: openQueueServer(world),
  mailServer: openMailServer(world),
  personalData: openVault(world),
  apis: [],
  acknowledged: [],
  told: new Map(),
  lineIds: [],
  busy: 0,
})

/** Customers who order, and staff who work on what was ordered, all at the same time. */
const beginDay = async (simulation: Simulation) => {
  const { world } = simulation
  const { dice } = world
  const customers = 1 + Math.floor(dice.random() * 2)
  const lines = dice.chance(0.7) ? 1 + Math.floor(dice.random() * 2) : 0
  for (let line = 0; line < lines; line++)
    await recordLine(simulation, line, dice.chance(0.3) ? line % customers : undefined)
  const visit = async (customer: number) => {
    await pause(world, dice.random() * 500)
    const orderId = await placeOrder(simulation, customer)
    const staff = dice.pick([0, 1, 2, 2])
    await Promise.all(
      Array.from({ length: orderId ? staff : 0 }, (_, person) =>
        workOnOrder(simulation, orderId, `staff-${customer}-${person}`),
      ),
    )
  }
  for (let customer = 0; customer < customers; customer++) {
    simulation.busy += 1
    visit(customer).then(
      () => {
        simulation.busy -= 1
      },
      (error) => world.mustNot(`the simulator itself fails: ${error.stack}`),
    )
  }
}

/** Goes on until nothing is left to do; what is left after a long time is a problem. */
const runUntilRest = async (simulation: Simulation) => {
  const { world } = simulation
  let end = world.faultsUntil + patience
  let sleepsFrom = world.faultsUntil
  for (let steps = 0; steps < mostSteps && world.problems.length === 0; steps++) {
    await settle()
    if (steps % 50 === 0 && simulation.busy === 0) {
      const left = unfinished(simulation)
      if (left.length === 0) return
      // Nobody has to watch a shop that waits for what was cut short.
      if (world.now() > sleepsFrom && left.every((what) => what.startsWith('a command'))) {
        world.sleep(nap)
        sleepsFrom = world.now() + 3_000
        end += nap
      }
    }
    if (world.now() > end || !world.step()) break
  }
  for (const what of unfinished(simulation)) world.mustNot(`never comes to rest: ${what}`)
}

/** Runs one world from its seed: the same seed gives the same events, faults and problems. */
export const runSeed = (
  seed: number,
  { wiring = production, isTraced = false }: { wiring?: Wiring; isTraced?: boolean } = {},
): Promise<Outcome> => {
  const world = openWorld(seed, isTraced)
  return inWorld(world, async () => {
    const begun = world.now()
    world.faultsUntil = begun + faulty
    const simulation = openSimulation(world, wiring)
    prepareTables(simulation)
    startProcesses(simulation)
    await beginDay(simulation)
    await runUntilRest(simulation)
    if (world.problems.length === 0)
      for (const problem of await brokenInvariants(simulation)) world.mustNot(problem)
    const { problems, trace } = world
    return {
      problems,
      trace,
      events: simulation.log.events().length,
      seconds: (world.now() - begun) / 1_000,
    }
  })
}
