import { Rejected } from '@strand/event-sourcing/errors'
import { pause } from '../world/port.ts'
import { lives } from '../world/world.ts'
import type { Api } from './api.ts'
import type { Simulation } from './simulation.ts'

const noAnswer = () => new Error('no answer')

/** A request to a live command-api process; its answer may be lost. */
const request = async <T>({ world, apis, faults }: Simulation, work: (api: Api) => Promise<T>) => {
  await pause(world, world.dice.random() * 20)
  const alive = apis.filter(({ life }) => !life.isDead)
  if (alive.length === 0) throw noAnswer()
  const { life, api } = world.dice.pick(alive)
  const answer = await new Promise<T>((resolve, reject) => {
    life.onDeath.push(() => reject(noAnswer()))
    lives.run(life, () => work(api).then(resolve, reject))
  })
  if (world.now() < world.faultsUntil && world.dice.chance(faults.answerLost)) throw noAnswer()
  return answer
}

export type Told<T> = { answer: T } | { refusal: Rejected }

const insist = async <T>(
  simulation: Simulation,
  work: (api: Api) => Promise<T>,
  givesUp: number,
): Promise<Told<T>[]> => {
  const { world } = simulation
  for (;;)
    try {
      return [{ answer: await request(simulation, work) }]
    } catch (error) {
      if (error instanceof Rejected && error.code !== 'unavailable') return [{ refusal: error }]
      world.note(() => `a person got: ${(error as Error).message}`)
      if (givesUp > 0 && world.dice.chance(givesUp)) return []
      await pause(world, 100 + world.dice.random() * 500)
    }
}

/**
 * Sends the same command until there is an answer, and sometimes twice at once. Returns all
 * answers.
 *
 * @param givesUp the share of failures after which the person gives up
 */
export const askUntilAnswered = async <T>(
  simulation: Simulation,
  work: (api: Api) => Promise<T>,
  givesUp = 0,
): Promise<Told<T>[]> => {
  const { world, faults } = simulation
  const times = world.now() < world.faultsUntil && world.dice.chance(faults.sentTwice) ? 2 : 1
  const answers = Array.from({ length: times }, () => insist(simulation, work, givesUp))
  return (await Promise.all(answers)).flat()
}
