import { insertAccount } from '@strand/command-api/accounts/account/account'
import { uuidFrom } from '@strand/event-sourcing/commands/event-id'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'
import { type UserEvent, userEvents } from '../../../contracts/accounts/events.ts'
import { userStream } from '../../../contracts/accounts/user.ts'
import { pause } from '../world/port.ts'
import { type Api, detailsOf } from './api.ts'
import { askUntilAnswered } from './people.ts'
import type { Simulation } from './simulation.ts'
import { originOf } from './staff.ts'

const superadministrators = [uuidFrom('one', 'user'), uuidFrom('another', 'user')]

export const addSuperadministrators = async (simulation: Simulation): Promise<void> => {
  const { database, log, personalData, world } = simulation
  const role = 'superadministrator'
  for (const [at, userId] of superadministrators.entries()) {
    const email = `owner${at}@shop.example`
    const personal = personalData.seal(await personalData.take(), detailsOf(email))
    const events: UserEvent[] = [
      { type: 'UserCreated', data: { userId, role, personal } },
      { type: 'UserActivated', data: { userId } },
    ]
    await insertAccount(database.server.control as unknown as Connection, {
      userId,
      email,
      personal,
      role,
      passwordHash: '',
      passwordChosen: true,
      status: 'active',
      at: new Date(world.now()),
    })
    for (const event of events) {
      const actor = { kind: 'system', id: 'command-api' } as const
      const origin = { ...originOf(`${event.type} ${userId}`, ''), actor }
      await log.append(userStream(userId), [withMetadata(userEvents, origin)(event)], 'any')
    }
  }
}

type Deed = (api: Api, origin: Origin) => Promise<{ userId: string; position: bigint | null }>

/** Two superadministrators who add people, and archive and restore them and each other. */
export const managePeople = async (simulation: Simulation): Promise<void> => {
  const known = [...superadministrators]
  await pause(simulation.world, simulation.world.dice.random() * 2_000)
  await Promise.all(superadministrators.map((self) => managePeopleAs(simulation, self, known)))
}

const managePeopleAs = async (simulation: Simulation, self: string, known: string[]) => {
  const { world, acknowledged } = simulation
  const { dice } = world
  const deeds = 2 + Math.floor(dice.random() * 4)
  for (let number = 0; number < deeds; number++) {
    // The first acts of the two superadministrators happen at almost the same time.
    const longest = number === 0 || dice.chance(0.5) ? 10 : 2_000
    await pause(world, dice.random() * longest)
    const target = dice.pick(known.filter((userId) => userId !== self))
    const email = `person${dice.pick([1, 2])}@shop.example`
    const [what, deed] = dice.weighted<[string, Deed]>([
      [1, ['add a person', (api, origin) => api.addUser(email, origin)]],
      [4, ['archive a person', (api, origin) => api.archiveUser(target, origin)]],
      [2, ['restore a person', (api, origin) => api.restoreUser(target, origin)]],
    ])
    const origin = originOf(`${self}-${number}`, self)
    const told = await askUntilAnswered(simulation, (api) => deed(api, origin), 0.5)
    for (const one of told) {
      if ('refusal' in one) {
        world.note(() => `${self} may not ${what}: ${one.refusal.message}`)
        continue
      }
      const { userId, position } = one.answer
      world.note(() => `${self} is told that ${what} is at ${position}`)
      if (position !== null) acknowledged.push({ stream: userStream(userId), position, what })
      if (!known.includes(userId)) known.push(userId)
    }
  }
}
