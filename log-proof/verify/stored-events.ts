import type { EventStore, JsonObject } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { LoggedEvent } from '../leaf.ts'

export type StoredEvent = LoggedEvent & {
  position: bigint
  /** The sign, in the stored event alone, that someone changed it; absent if there is none. */
  problem?: string
}

export type StoredLog = {
  /** All events in log order, in batches, up to the end of the log at the time of reading. */
  events: () => AsyncGenerator<StoredEvent[], void>
  stream: (name: string) => Promise<StoredEvent[]>
  /** The number of events according to the store; null if the store does not count them. */
  count: () => Promise<number | null>
}

const batchSize = 1_000
const beforeAll = String(-(2n ** 63n))

const columns = 'position::text as place, stream, revision, id, type, data::text, metadata::text'

type Row = {
  place: string
  stream: string
  revision: number
  id: string
  type: string
  data: string
  metadata: string
}

/**
 * The log in Postgres, read as text. A JSON parser would hide some changes, such as another
 * spelling of a value. Each position is the event's ordinal.
 */
export const storedInPostgres = (pool: Pool): StoredLog => ({
  events: async function* () {
    const read = async (after: string) =>
      pool.query<Row>(
        `select ${columns} from event_log.event where position > $1::int8 order by position limit ${batchSize}`,
        [after],
      )
    let next = read(beforeAll)
    for (let ordinal = 0; ; ) {
      const { rows } = await next
      const last = rows.at(-1)
      if (!last) return
      // The next rows are fetched while these are being hashed.
      next = read(last.place)
      next.catch(() => {})
      const first = ordinal
      ordinal += rows.length
      yield rows.map((row, n) => storedEvent(row, first + n))
    }
  },
  stream: async (name) => {
    const { rows } = await pool.query<Row>(
      `select ${columns} from event_log.event where stream = $1 order by revision`,
      [name],
    )
    return rows.map((row) => storedEvent(row, Number(row.place)))
  },
  count: async () => {
    const { rows } = await pool.query<{ count: number }>(
      'select position + 1 as count from event_log.head',
    )
    return rows[0]?.count ?? 0
  },
})

const storedEvent = ({ place, data, metadata, ...row }: Row, ordinal: number): StoredEvent => {
  const read = { data: readJson(data), metadata: readJson(metadata) }
  const position = BigInt(place)
  const problem =
    position !== BigInt(ordinal)
      ? `there is no event at this position: the next one is at ${place}`
      : read.data && read.metadata
        ? undefined
        : 'its contents are not as the shop writes them'
  return {
    ...row,
    position,
    data: read.data ?? {},
    metadata: read.metadata ?? {},
    ...(problem && { problem }),
  }
}

/** Parses JSON; null unless the text is exactly what `storableJson` writes. */
const readJson = (text: string): JsonObject | null => {
  try {
    const value = JSON.parse(text)
    return JSON.stringify(value) === text ? value : null
  } catch {
    return null
  }
}

export const storedInEventStore = (eventStore: EventStore): StoredLog => ({
  events: async function* () {
    const head = await eventStore.headPosition()
    let deliver: (batch: StoredEvent[]) => void = () => {}
    let fail: (error: unknown) => void = () => {}
    let proceed: () => void = () => {}
    const nextBatch = () =>
      new Promise<StoredEvent[]>((resolve, reject) => {
        deliver = resolve
        fail = reject
      })
    let coming = nextBatch()
    let last = -1n
    if (head <= last) return
    const subscription = eventStore.subscribeAll({
      from: last,
      batchSize,
      onBatch: (events) => {
        deliver(events)
        return new Promise<void>((resolve) => {
          proceed = resolve
        })
      },
      onDrop: (error) => fail(error),
    })
    try {
      while (last < head) {
        const events = (await coming).filter(({ position }) => position <= head)
        coming = nextBatch()
        coming.catch(() => {})
        last = events.at(-1)?.position ?? head
        yield events
        proceed()
      }
    } finally {
      proceed()
      await subscription.stop()
    }
  },
  stream: eventStore.readStream,
  count: async () => null,
})
