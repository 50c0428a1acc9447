import type { Dice } from '../../payments/dice.ts'
import type { DatabaseFaults } from '../database/client.ts'
import type { LogFaults } from '../ports/log.ts'
import type { MailFaults } from '../ports/mail-server.ts'
import type { QueueFaults } from '../ports/queue.ts'
import { type Faults, noFaults } from './port.ts'

/** The faults of a world. Each seed has a mixture of its own. */
export type ShopFaults = {
  log: LogFaults
  database: DatabaseFaults
  /** Faults of the key store; a world destroys one or two of its keys. */
  vault: Faults
  queue: QueueFaults
  mailServer: MailFaults
  /** How often the answer to a person is lost in transit. */
  answerLost: number
  /** How often a person sends the same command twice at once. */
  sentTwice: number
  /** The most milliseconds by which clocks are wrong. */
  skew: number
  /** Whether clocks are set while a process runs. */
  jumps: boolean
  standby: boolean
  twoApis: boolean
  erases: boolean
  rebuilds: boolean
  managesPeople: boolean
}

const deadly = [0.02, 0.06, 0.15]
const latencies = [2, 5, 20, 60]

/** Most worlds have only a few kinds of faults, so that rare kinds also occur alone. */
export const faultsOf = (dice: Dice): ShopFaults => {
  const some = (share: number, most: number) => (dice.chance(share) ? dice.random() * most : 0)
  const port = (): Faults =>
    dice.chance(0.25)
      ? noFaults
      : {
          dies: some(0.5, dice.pick(deadly)),
          failsBefore: some(0.4, dice.pick(deadly)),
          failsAfter: some(0.4, dice.pick(deadly)),
          slow: some(0.3, 0.03),
          latency: dice.pick(latencies),
        }
  return {
    log: { ...port(), repeats: some(0.3, 0.5) },
    database: { ...port(), refuses: some(0.2, 0.05) },
    queue: { ...port(), loses: some(0.3, 0.3), repeats: some(0.3, 0.5) },
    mailServer: { ...port(), refuses: some(0.3, 0.4), isAway: dice.chance(0.1) },
    answerLost: some(0.5, 0.4),
    sentTwice: some(0.5, 0.5),
    skew: some(0.3, 3_000),
    jumps: dice.chance(0.3),
    standby: dice.chance(0.25),
    twoApis: dice.chance(0.5),
    vault: { ...noFaults, dies: some(0.5, 0.5), failsBefore: some(0.5, 0.5) },
    erases: dice.chance(0.4),
    rebuilds: dice.chance(0.2),
    managesPeople: dice.chance(0.4),
  }
}
