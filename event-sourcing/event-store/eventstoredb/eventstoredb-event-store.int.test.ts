import { startProxy } from '@strand/platform/testing/proxy'
import { inject } from 'vitest'
import { silentLog } from '../../log.ts'
import { eventStoreContract } from '../testing/event-store.contract.ts'
import type { Fault, StoreUnderTest } from '../testing/store-under-test.ts'
import { eventStoreDBEventStore } from './eventstoredb-event-store.ts'
import { asIfEmpty } from './testing/as-if-empty.ts'
import { startFakeEventStore } from './testing/fake-server.ts'

const faults: Fault[] = ['kill', 'refuse', 'closePolitely', 'goSilent']

const openAt = (url: string, timeout = 10_000) =>
  eventStoreDBEventStore({
    url,
    log: silentLog,
    appendTimeout: timeout,
    readTimeout: timeout,
    silenceTimeout: 1_000,
  })

const onFakeServer = async (timeout?: number): Promise<StoreUnderTest> => {
  const server = await startFakeEventStore()
  const url = server.urlFor()
  return {
    store: await openAt(url, timeout),
    another: () => openAt(url),
    server: server.faults,
  }
}

eventStoreContract('the event log in EventStoreDB, faked', onFakeServer, { faults })

/** The faults only cut connections, because a proxy can do nothing else to a real server. */
const onRealServer = async (timeout?: number): Promise<StoreUnderTest> => {
  const real = new URL(inject('eventStoreUrl').replace(/^esdb:/, 'http:'))
  const proxy = await startProxy(real.href)
  const url = `esdb://${new URL(proxy.url).host}?tls=false`
  const { store, origin } = await asIfEmpty(await openAt(url, timeout))
  const comeBack = async () => void (await proxy.back())
  let resume = async () => {}
  return {
    store,
    another: async () => (await asIfEmpty(await openAt(url), origin)).store,
    server: {
      kill: async () => {
        resume = comeBack
        await proxy.cut()
      },
      refuse: async () => {
        resume = comeBack
        proxy.sayGoodbye()
        await proxy.away()
      },
      closePolitely: async () => {
        resume = async () => {}
        proxy.sayGoodbye()
      },
      goSilent: async () => {
        resume = async () => proxy.speakAgain()
        proxy.fallSilent()
      },
      resume: () => resume(),
    },
  }
}

/** The proxy for the faults supports neither TLS nor a cluster. */
if (/^esdb:\/\/[^@,?]+\/?\?tls=false$/.test(inject('eventStoreUrl'))) {
  eventStoreContract('the event log in a real EventStoreDB', onRealServer, { faults })
} else if (inject('eventStoreUrl')) {
  const onServer = async (): Promise<StoreUnderTest> => {
    const { store, origin } = await asIfEmpty(await openAt(inject('eventStoreUrl')))
    const another = async () =>
      (await asIfEmpty(await openAt(inject('eventStoreUrl')), origin)).store
    return { store, another }
  }
  eventStoreContract('the event log in a real EventStoreDB', onServer)
}
