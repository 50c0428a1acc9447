import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { readServing } from '@strand/event-sourcing/processors/report'

type Options = {
  eventStore: EventStore
  pool: Pool
  /** How long to wait, in milliseconds. Default: 5,000. */
  timeoutMs?: number
}

/** Resolves to whether a read model has caught up with all events that are in the log now. */
export const waitForReadModel = async (
  model: string,
  { pool, eventStore, timeoutMs = 5_000 }: Options,
) => {
  const head = await eventStore.headPosition()
  const end = Date.now() + timeoutMs
  for (;;) {
    const serving = (await readServing(pool)).find(({ name }) => name === model)
    if (serving && serving.position >= head) return true
    if (Date.now() >= end) return false
    await sleep(100)
  }
}
