import { BadSetting } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { postgresEventStore } from '@strand/event-sourcing/event-store/postgres/postgres-event-store'
import type { Log } from '@strand/event-sourcing/log'
import { isPostgresUrl } from '../postgres/is-postgres-url.ts'

/**
 * Opens the event log of `EVENT_STORE_URL`; the URL's scheme chooses the adapter. Throws BadSetting
 * for a scheme without an adapter, and the adapter's own error if the log cannot be opened.
 */
export const openEventStore = async (
  url: string,
  options: { log: Log; requireDurable?: boolean },
): Promise<EventStore> => {
  if (isPostgresUrl(url)) {
    return await postgresEventStore({ url, ...options })
  }
  const scheme = url.split(':', 1)[0]
  if (scheme === 'esdb' || scheme === 'esdb+discover') {
    // Imported only here, because the client takes a third of a second to load.
    const { eventStoreDBEventStore } = await import(
      '@strand/event-sourcing/event-store/eventstoredb/eventstoredb-event-store'
    )
    return await eventStoreDBEventStore({ url, log: options.log })
  }
  throw new BadSetting('EVENT_STORE_URL: expected a URL that begins with postgres: or esdb:.')
}
