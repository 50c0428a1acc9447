import { silentLog } from '@strand/event-sourcing/log'
import { startProjector } from '@strand/event-sourcing/processors/projector'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { startWorkers } from '@strand/workers/start-workers'
import { lives } from '../world/world.ts'
import { poolOf, startApi } from './api.ts'
import { projectionsOf } from './projections.ts'
import type { Simulation } from './simulation.ts'

const startProjections = (simulation: Simulation) => {
  const pool = poolOf(simulation, 'projections')
  const port = simulation.log.connect(simulation.faults.log)
  const eventStore = simulation.wiring.eventStore(port, 'projections', simulation)
  // Without anyone who manages users, the staff projection would only cost time.
  for (const projection of projectionsOf(simulation.personalData))
    if (projection.name !== 'staff' || simulation.faults.managesPeople)
      startProjector(projection, { pool, eventStore, log: silentLog })
}

const startMailWorkers = (simulation: Simulation) => {
  const { wiring, faults, personalData } = simulation
  const port = simulation.log.connect(faults.log)
  void startWorkers({
    pool: poolOf(simulation, 'workers'),
    personalData,
    log: silentLog,
    proofs: null,
    eventStore: wiring.eventStore(port, 'workers', simulation),
    queue: wiring.queue(simulation.queue.connect(faults.queue)),
    mailUrl: wiring.transport(simulation.mailServer.connect(faults.mailServer), simulation),
    publicUrl: 'https://shop.example',
    tokenSecret: keyRing(Buffer.alloc(32)),
    mailBrake: 1_000,
    shop: { name: 'Simulated', supportEmail: 'shop@shop.example', whatsapp: '' } as never,
    retryDelay: () => 500,
    probeDelay: () => 700,
    lostAfterSeconds: 3,
  })
}

/** Starts a process, and starts it again after each death. */
const supervise = (simulation: Simulation, name: string, start: () => void) => {
  const { world, faults } = simulation
  let starts = 0
  const begin = () => {
    const life = world.newLife(`${name}.${++starts}`)
    const setClock = () => {
      life.skew = (world.dice.random() * 2 - 1) * faults.skew
      if (faults.jumps && world.now() < world.faultsUntil)
        lives.run(life, () => world.plan(world.dice.random() * 3_000, setClock))
    }
    setClock()
    life.onDeath.push(() => lives.exit(() => world.plan(50 + world.dice.random() * 600, begin)))
    lives.run(life, start)
    return life
  }
  return begin
}

export const startProcesses = (simulation: Simulation): void => {
  const { faults, apis } = simulation
  for (const at of faults.twoApis ? [0, 1] : [0])
    supervise(simulation, `api-${at + 1}`, () => {
      const life = lives.getStore()
      if (life) apis[at] = { life, api: startApi(simulation) }
    })()
  const numbers = faults.standby ? [1, 2] : [1]
  for (const number of numbers) {
    supervise(simulation, `projections-${number}`, () => startProjections(simulation))()
    supervise(simulation, `workers-${number}`, () => startMailWorkers(simulation))()
  }
}
