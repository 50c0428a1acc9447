import { eventStoreContract } from './event-store.contract.ts'
import { startFakeEventStore } from './event-store.eventstoredb.fake.testing.ts'
import { eventStoreDBEventStore } from './event-store.eventstoredb.ts'
import type { StoreUnderTest } from './event-store.under-test.testing.ts'
import { silentLog } from './log.ts'

const openAt = (port: number) =>
  eventStoreDBEventStore({
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log: silentLog,
    appendTimeout: 1_500,
    readTimeout: 1_500,
    silenceTimeout: 1_000,
  })

const onFakeServer = async (): Promise<StoreUnderTest> => {
  const server = await startFakeEventStore()
  return {
    store: await openAt(server.port),
    another: () => openAt(server.port),
    server: server.faults,
  }
}

eventStoreContract('the event log in EventStoreDB, faked', onFakeServer, {
  faults: ['kill', 'refuse', 'closePolitely', 'goSilent'],
})
