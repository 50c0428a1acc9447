import type { MailMessage } from '@strand/workers/mail/message'
import type { MailTransport } from '@strand/workers/mail/transport/transport'
import { callPort, type Faults } from '../world/port.ts'
import type { World } from '../world/world.ts'
import { jobBegunAt } from './queue.ts'

type Arrived = {
  messageId: string
  /** When the sending job was handed out; undefined for an email without a job. */
  begunAt: number | undefined
}

export type MailFaults = Faults & {
  refuses: number
  isAway: boolean
}

const error = (code: string, message: string) => Object.assign(new Error(message), { code })

export const openMailServer = (world: World) => {
  const arrived: Arrived[] = []
  const awayFrom = world.now() + world.dice.random() * 5_000
  const awayUntil = awayFrom + world.dice.random() * 5_000

  const connect = (faults: MailFaults): MailTransport => {
    const assertThere = () => {
      const isAway = faults.isAway && awayFrom <= world.now() && world.now() < awayUntil
      if (isAway) throw error('ECONNECTION', 'connection refused')
    }
    const call = <T>(label: () => string, work: () => T) =>
      callPort(world, {
        label: () => `mail server ${label()}`,
        faults,
        work: () => {
          assertThere()
          return work()
        },
        fail: () => error('ETIMEDOUT', 'the mail server does not answer'),
      })
    return {
      send: (message: MailMessage) =>
        call(
          () => `takes ${message.messageId}`,
          () => {
            if (world.now() < world.faultsUntil && world.dice.chance(faults.refuses))
              throw error('EENVELOPE', '450 try again later')
            const { messageId } = message
            arrived.push({ messageId, begunAt: jobBegunAt.getStore() })
          },
        ),
      verify: () =>
        call(
          () => 'verify',
          () => {},
        ),
      health: async () => {},
      close: () => {},
    }
  }
  return { arrived, connect }
}
