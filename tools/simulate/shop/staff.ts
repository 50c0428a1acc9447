import type { Origin } from '@strand/platform/http/command-origin'
import { pause } from '../world/port.ts'
import type { Api } from './api.ts'
import { total } from './form.ts'
import { askUntilAnswered, type Told } from './people.ts'
import type { Simulation } from './simulation.ts'

type Handled = { position: bigint | null; events: { type: string }[] }
type Deed = { what: string; run: (api: Api, origin: Origin) => Promise<Handled> }

export const originOf = (commandId: string, person: string): Origin => ({
  commandId,
  correlationId: commandId,
  at: new Date(),
  actor: { kind: 'staff', id: person },
})

/** A staff member's next act on an order, given what they know about it. */
const nextDeed = (simulation: Simulation, orderId: string, last: string | null): Deed => {
  const { dice } = simulation.world
  const withMoney = simulation.lineIds.length > 0 && dice.chance(0.8)
  const evidence = withMoney
    ? { lines: [{ lineId: dice.pick(simulation.lineIds), amountKobo: total * 100 }] }
    : null
  const to = dice.pick(statuses)
  const deeds: [number, Deed][] = [
    [5, { what: 'approve', run: (api, origin) => api.approve(orderId, evidence, origin) }],
    [1, { what: 'archive', run: (api, origin) => api.archive(orderId, origin) }],
    [1, { what: 'restore', run: (api, origin) => api.restore(orderId, origin) }],
    [
      2,
      {
        what: 'change the status',
        run: (api, origin) => api.changeStatus(orderId, to, origin),
      },
    ],
    [2, { what: 'add a note', run: (api, origin) => api.addNote(orderId, origin) }],
  ]
  if (simulation.faults.erases)
    deeds.push([3, { what: 'erase', run: (api, origin) => api.erase(orderId, origin) }])
  if (last !== null)
    deeds.push([6, { what: 'undo', run: (api, origin) => api.undo(orderId, last, origin) }])
  return dice.weighted(deeds)
}

const statuses = ['confirmed', 'shipped', 'returned', 'archived'] as const

const learn = (simulation: Simulation, orderId: string, what: string, told: Told<Handled>[]) => {
  let last: string | null = null
  for (const one of told) {
    if ('refusal' in one) {
      simulation.world.note(() => `a person may not ${what}: ${one.refusal.message}`)
      continue
    }
    const { position, events } = one.answer
    if (position === null || events.length === 0) continue
    simulation.world.note(() => `a person is told that ${what} of ${orderId} is at ${position}`)
    simulation.acknowledged.push({ stream: `order-${orderId}`, position, what })
    last = String(position)
  }
  return last
}

/** A staff member who does a few things with an order, one after the other. */
export const workOnOrder = async (
  simulation: Simulation,
  orderId: string,
  { person, waitsForMoney }: { person: string; waitsForMoney: boolean },
) => {
  const { world, lineIds } = simulation
  for (let waited = 0; waitsForMoney && lineIds.length === 0 && waited < 3_000; waited += 100)
    await pause(world, 100)
  const deeds = 2 + Math.floor(world.dice.random() * 4)
  let last: string | null = null
  for (let number = 0; number < deeds; number++) {
    await pause(world, world.dice.random() * (world.dice.chance(0.6) ? 60 : 2_000))
    const { what, run } = nextDeed(simulation, orderId, last)
    const commandId = `${person}-${orderId}-${number}`
    const told = await askUntilAnswered(
      simulation,
      (api) => run(api, originOf(commandId, person)),
      what === 'erase' ? 0.5 : 0.2,
    )
    last = learn(simulation, orderId, what, told)
  }
}
