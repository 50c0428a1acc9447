import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { Database } from '../database/database.ts'
import type { openMailServer } from '../ports/mail-server.ts'
import type { LogServer } from '../ports/log.ts'
import type { openQueueServer } from '../ports/queue.ts'
import type { ShopFaults } from '../world/shop-faults.ts'
import type { Life, World } from '../world/world.ts'
import type { Api } from './api.ts'
import type { Wiring } from './wiring.ts'

/** What somebody was told to have happened. */
export type Acknowledged = { orderId: string; position: bigint; what: string }

export type RunningApi = { life: Life; api: Api }

/** One shop in one world: servers that stay, processes that come and go, and what people know. */
export type Simulation = {
  world: World
  faults: ShopFaults
  wiring: Wiring
  log: LogServer
  database: Database
  queue: ReturnType<typeof openQueueServer>
  mailServer: ReturnType<typeof openMailServer>
  personalData: PersonalData
  apis: RunningApi[]
  acknowledged: Acknowledged[]
  /** What each customer was told, by the key of the form. */
  told: Map<string, Set<string>>
  /** The commands of staff, by their ids: what each is to be in the log, at most once. */
  lineIds: string[]
  /** People who are not done. */
  busy: number
}
