import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { eventStoreContract, type StoreUnderTest } from './event-store.contract.ts'
import { anEvent, aStream, collect, someEvents } from './event-store.events.testing.ts'
import { postgresEventStore } from './event-store.postgres.ts'
import { silentLog } from './log.ts'
import { startProxy } from './proxy.testing.ts'
import { eventually, testDatabase, testEventStore } from './testing.ts'

const makeStore = async (): Promise<StoreUnderTest> => {
  const { url } = await testDatabase()
  const proxy = await startProxy(url)
  const openAt = (address: string) =>
    postgresEventStore({
      url: address,
      log: silentLog,
      requireDurable: false,
      appendTimeout: 1_500,
      silenceTimeout: 1_000,
    })
  const asAdministrator = async (sql: string) => {
    const server = new URL(url)
    server.pathname = '/postgres'
    const client = new pg.Client({ connectionString: server.href })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const database = new URL(url).pathname.slice(1)
  let resume = async () => {}
  return {
    store: await openAt(proxy.url),
    another: () => openAt(url),
    server: {
      kill: async () => {
        resume = async () => void (await proxy.back())
        await proxy.cut()
      },
      refuse: async () => {
        resume = () => asAdministrator(`alter database ${database} allow_connections true`)
        await asAdministrator(`alter database ${database} allow_connections false`)
        await asAdministrator(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
        )
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

eventStoreContract('the event log in Postgres', makeStore, {
  faults: ['kill', 'refuse', 'closePolitely', 'goSilent'],
})
