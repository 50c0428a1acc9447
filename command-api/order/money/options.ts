import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'

export type MoneyOptions = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  /** How many seconds an email about a change waits for an undo. */
  undoSeconds: number
  /** The amount in naira above which an approval needs two people; undefined: never. */
  fourEyesAbove?: number | undefined
  /** How many naira may be missing from a total; undefined: 0. */
  paymentTolerance?: number | undefined
  shopName: string
  /** The days on which payment codes were made, as far as they are known. */
  codesMadeOn: (codes: string[]) => Promise<Map<string, string>>
  shopAccount: { accountName: string }
  log: Log
  now: () => Date
}

/** How many kobo an amount may be short and still count as exact. */
export const toleranceOf = ({ paymentTolerance = 0 }: Pick<MoneyOptions, 'paymentTolerance'>) =>
  paymentTolerance * 100
