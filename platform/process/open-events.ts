import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { type Pool, warnOfSuperuser } from '@strand/event-sourcing/postgres/pool'
import type { KeyRing } from '../crypto/key-ring.ts'
import { openPersonalData, type PersonalData } from '../crypto/personal-data.ts'
import { openEventStore } from './open-event-store.ts'
import { retryUntilAvailable } from './start-up.ts'

/**
 * Opens the event log and the keys of its personal data, as every service does when it starts, and
 * waits while either is unavailable. Throws BadSetting if a URL or key is wrong.
 *
 * @param options.masterKey `PERSONAL_DATA_KEY`
 * @param options.requireDurable false for a command that does not append
 */
export const openEvents = async (options: {
  eventStoreUrl: string
  pool: Pool
  masterKey: KeyRing
  requireDurable?: boolean
  log: Log
}): Promise<{ eventStore: EventStore; personalData: PersonalData }> => {
  const { eventStoreUrl, log, requireDurable = true } = options
  const eventStore = await retryUntilAvailable(
    'event store',
    () => openEventStore(eventStoreUrl, { log, requireDurable }),
    { log },
  )
  const personalData = await retryUntilAvailable('database', () => openPersonalData(options), {
    log,
  })
  // The all-in-one shop's commands, which do not append, sign in as its superuser on purpose.
  if (requireDurable) await warnOfSuperuser(options.pool, log)
  return { eventStore, personalData }
}
