import { createOrder } from '@strand/command-api/order/create/create-order'
import { startMailRelease } from '@strand/command-api/order/mail-release'
import { approveWithLines, undoOrderChange } from '@strand/command-api/order/money/order-money'
import { openDatabase } from './database/database.ts'
import type { Server } from './database/server.ts'
import { brokenInvariants, unfinished } from './invariants/check.ts'
import { openLogServer } from './ports/log.ts'
import { openMailServer } from './ports/mail-server.ts'
import { openQueueServer } from './ports/queue.ts'
import { openVault } from './ports/vault.ts'
import { placeOrder } from './shop/customers.ts'
import { askUntilAnswered } from './shop/people.ts'
import { startProcesses } from './shop/processes.ts'
import type { Wiring } from './shop/shop.ts'
import type { Simulation } from './shop/simulation.ts'
import { workOnOrder } from './shop/staff.ts'
import { workOnStatements } from './shop/statements.ts'
import { addSuperadministrators, managePeople } from './shop/superadministrators.ts'
import { inWorld, settle } from './world/environment.ts'
import { pause } from './world/port.ts'
import { faultsOf } from './world/shop-faults.ts'
import { openWorld, type World } from './world/world.ts'

export type Outcome = { problems: string[]; trace: string[]; events: number; seconds: number }

/**
 * In milliseconds: how long faults happen, and how long everything may then take to come to rest.
 */
const faulty = 4_000
const patience = 240_000
/** In milliseconds: after this time, the shop completes interrupted work. */
const nap = 35_000
/** After this many steps, a world that never rests is given up. */
const maxSteps = 100_000

/** Unchanged production code on simulated ports. */
export const production: Wiring = {
  eventStore: (port) => port,
  queue: (port) => port,
  transport: (port) => port,
  createOrder,
  approveWithLines,
  undoOrderChange,
  startMailRelease,
}

const openSimulation = (
  world: World,
  server: Server,
  wiring: Wiring,
  faults = faultsOf(world.dice),
): Simulation => ({
  world,
  wiring,
  faults,
  log: openLogServer(world),
  database: openDatabase(world, server),
  queue: openQueueServer(world),
  mailServer: openMailServer(world),
  personalData: openVault(world, faults.vault),
  files: new Map(),
  apis: [],
  acknowledged: [],
  told: new Map(),
  statements: new Map(),
  lineIds: [],
  busy: 0,
})

const rebuildSometime = async (simulation: Simulation) => {
  const { world, faults } = simulation
  await pause(world, world.dice.random() * 3_000)
  const name = world.dice.pick(['order', 'bank', ...(faults.managesPeople ? ['staff'] : [])])
  await askUntilAnswered(simulation, (api) => api.rebuild(name))
}

/** Starts customers who order, and staff who work on the orders, at the same time. */
const beginDay = (simulation: Simulation) => {
  const { world, faults } = simulation
  const { dice } = world
  const customers = 1 + Math.floor(dice.random() * 3)
  const hasStatements = dice.chance(0.8)
  const visit = async (customer: number) => {
    await pause(world, dice.random() * 500)
    const orderId = await placeOrder(simulation, customer)
    const staff = dice.pick([1, 2, 3, 4])
    await Promise.all(
      Array.from({ length: orderId ? staff : 0 }, (_, person) =>
        workOnOrder(simulation, orderId, {
          person: `staff-${customer}-${person}`,
          waitsForMoney: hasStatements && dice.chance(0.6),
        }),
      ),
    )
  }
  const begin = (work: Promise<unknown>) => {
    simulation.busy += 1
    work.then(
      () => {
        simulation.busy -= 1
      },
      (error) => world.mustNot(`the simulator itself fails: ${error.stack}`),
    )
  }
  for (let customer = 0; customer < customers; customer++) begin(visit(customer))
  if (hasStatements) begin(workOnStatements(simulation, customers))
  if (faults.rebuilds) begin(rebuildSometime(simulation))
  if (faults.managesPeople) begin(managePeople(simulation))
}

/** Runs until nothing is left to do. Work that is left after a long time is a problem. */
const runUntilRest = async (simulation: Simulation) => {
  const { world } = simulation
  let end = world.faultsUntil + patience
  let sleepsFrom = world.faultsUntil
  for (let steps = 0; steps < maxSteps && world.problems.length === 0; steps++) {
    await settle()
    await simulation.database.rest()
    if (steps % 50 === 0 && simulation.busy === 0) {
      const left = await unfinished(simulation)
      if (left.length === 0) return
      // Skips the time in which the shop only waits to complete interrupted work.
      if (world.now() > sleepsFrom && left.every((what) => what.startsWith('a command'))) {
        world.sleep(nap)
        sleepsFrom = world.now() + 3_000
        end += nap
      }
    }
    if (world.now() > end || !world.step()) break
  }
  for (const what of await unfinished(simulation)) world.mustNot(`never comes to rest: ${what}`)
}

/** Runs one world. The same seed gives the same events, faults and problems. */
export const runSeed = async (
  server: Server,
  seed: number,
  { wiring = production, isTraced = false }: { wiring?: Wiring; isTraced?: boolean } = {},
): Promise<Outcome> => {
  await server.empty()
  const world = openWorld(seed, isTraced)
  return inWorld(world, async () => {
    const begun = world.now()
    world.faultsUntil = begun + faulty
    const simulation = openSimulation(world, server, wiring)
    if (simulation.faults.managesPeople) await addSuperadministrators(simulation)
    startProcesses(simulation)
    beginDay(simulation)
    await runUntilRest(simulation)
    await simulation.database.close()
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
