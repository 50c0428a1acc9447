import { randomUUID } from 'node:crypto'

export type FakeEvent = {
  id: string
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
}
export type FakeRecord = FakeEvent & {
  stream: string
  revision: number
  position: bigint
  /** The event's index among all events, from 0. */
  ordinal: number
  createdAt: number
}
export type FakeExpected = 'any' | 'no-stream' | 'stream-exists' | number

export type FakeOutcome =
  | { is: 'written' | 'repeated'; revision: number; position: bigint }
  | { is: 'conflict'; actual: number }
  /**
   * The append repeats an append that is not indexed yet; the server never answers the repetition.
   */
  | { is: 'dropped' }

type Seen = { stream: string; revision: number }

/** An event becomes readable this many milliseconds after it was written. */
const indexingTime = 2

/**
 * The log of a fake EventStoreDB. Like `IndexWriter.CheckCommit` of the real server, it decides
 * whether an append is new, a repetition or a conflict. It also remembers appends with `any` as
 * that server does, and forgets them on a restart. Events can be read a moment after they are
 * written. Some events come from the server itself and from other programs, as in a real log.
 */
export const openFakeLog = () => {
  const records: FakeRecord[] = []
  const streams = new Map<string, FakeRecord[]>()
  const remembered = new Map<string, Seen>()
  const listeners = new Set<(record: FakeRecord) => void>()
  let end = 0n
  let indexed = 0
  let appends = 0

  const write = (stream: string, event: FakeEvent) => {
    const before = streams.get(stream) ?? []
    const size = BigInt(60 + stream.length + event.data.length + event.metadata.length)
    const record = {
      ...event,
      stream,
      revision: before.length,
      position: end,
      ordinal: records.length,
      createdAt: Date.now(),
    }
    end += size
    before.push(record)
    streams.set(stream, before)
    records.push(record)
    return record
  }

  const index = (count: number) => {
    for (const record of records.slice(indexed, count)) for (const tell of listeners) tell(record)
    indexed = Math.max(indexed, count)
  }

  const writeByTheServer = () => {
    write('$ce-order', byOthers('$>', 'application/octet-stream', '0@order-1'))
    write('$stats-127.0.0.1:2113', byOthers('$statsCollected', 'application/json', '{}'))
    write('$projections-$all', byOthers('ProjectionUpdated', 'application/json', '{}'))
    write('thermometer', byOthers('Measured', 'application/octet-stream', '21.5'))
    write('thermometer', byOthers('Listed', 'application/json', '[21.5]'))
  }

  const check = (stream: string, expected: FakeExpected, ids: string[]): FakeOutcome | 'new' => {
    const current = (streams.get(stream) ?? []).length - 1
    if (expected === 'any' || expected === 'stream-exists') {
      if (expected === 'stream-exists' && current < 0) return { is: 'conflict', actual: current }
      const seen = ids.map((id) => remembered.get(id))
      if (seen[0]?.stream !== stream) return 'new'
      if (seen.some((each) => each?.stream !== stream)) return { is: 'conflict', actual: current }
      return repetition(stream, seen.at(-1)?.revision ?? current)
    }
    const revision = expected === 'no-stream' ? -1 : expected
    if (revision > current) return { is: 'conflict', actual: current }
    if (revision === current) return 'new'
    const there = (streams.get(stream) ?? []).slice(revision + 1, revision + 1 + ids.length)
    const same = ids.every((id, n) => there[n]?.id === id)
    return same ? repetition(stream, revision + ids.length) : { is: 'conflict', actual: current }
  }

  const repetition = (stream: string, revision: number): FakeOutcome => {
    const record = (streams.get(stream) ?? [])[revision]
    if (!record || record.ordinal >= indexed) return { is: 'dropped' }
    return { is: 'repeated', revision, position: record.position }
  }

  writeByTheServer()
  index(records.length)

  return {
    append: async (
      stream: string,
      expected: FakeExpected,
      events: FakeEvent[],
    ): Promise<FakeOutcome> => {
      const outcome = check(
        stream,
        expected,
        events.map(({ id }) => id),
      )
      if (outcome !== 'new') return outcome
      let last: FakeRecord | undefined
      for (const event of events) {
        last = write(stream, event)
        remembered.set(event.id, { stream, revision: last.revision })
      }
      const count = records.length
      if (++appends % 3 === 0) writeByTheServer()
      await new Promise((resolve) => setTimeout(resolve, indexingTime))
      index(count)
      return { is: 'written', revision: last?.revision ?? -1, position: last?.position ?? 0n }
    },
    all: () => records.slice(0, indexed),
    stream: (name: string) => (streams.get(name) ?? []).filter(({ ordinal }) => ordinal < indexed),
    listen: (tell: (record: FakeRecord) => void) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    /** Simulates a restart: the server keeps the log, but forgets the ids that it has seen. */
    forget: () => remembered.clear(),
  }
}

export type FakeLog = ReturnType<typeof openFakeLog>

const byOthers = (type: string, contentType: string, data: string): FakeEvent => ({
  id: randomUUID(),
  type,
  contentType,
  data: Buffer.from(data),
  metadata: new Uint8Array(),
})
