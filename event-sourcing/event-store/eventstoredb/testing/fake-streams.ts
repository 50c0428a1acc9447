import {
  type IStreamsServer,
  StreamsService,
} from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  type Metadata,
  type Server,
  type ServerReadableStream,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import type { FakeEvent, FakeLog, FakeRecord } from './fake-log.ts'
import {
  type AppendTo,
  appendAnswer,
  appendToOf,
  caughtUpAnswer,
  checkpointAnswer,
  confirmationAnswer,
  eventAnswer,
  notFoundAnswer,
  proposedOf,
  type ReadRequest,
  readRequestOf,
} from './fake-messages.ts'
import { type Problem, problem } from './fake-problems.ts'

type Append = ServerReadableStream<
  InstanceType<typeof streams.AppendReq>,
  InstanceType<typeof streams.AppendResp>
>
type Read = ServerWritableStream<
  InstanceType<typeof streams.ReadReq>,
  InstanceType<typeof streams.ReadResp>
>

const maxAppendSize = 1_048_576
/** How many events a read sends before other work of the process gets a turn. */
const pageSize = 32
/**
 * The fake server times out an append after this many milliseconds; the real server after 2,000.
 */
const patience = 300

/**
 * Serves appends, reads and subscriptions from a fake log. Each append must be a call of its own:
 * an append over the client's shared stream fails, because the adapter must never use that stream.
 * `refusalOf` is called before each call is answered; its `stream` is null for `$all`.
 */
export const addFakeStreams = (
  server: Server,
  log: FakeLog,
  options: { refusalOf: (call: { metadata: Metadata }, stream?: string | null) => Problem | null },
) => {
  const reads = new Set<Read>()

  const append = (call: Append, answer: sendUnaryData<InstanceType<typeof streams.AppendResp>>) => {
    const refused = options.refusalOf(call)
    if (refused) return answer(refused)
    let to: AppendTo | undefined
    const events: FakeEvent[] = []
    call.on('data', (request: InstanceType<typeof streams.AppendReq>) => {
      const header = request.getOptions()
      const message = request.getProposedMessage()
      if (header) to = appendToOf(header)
      if (message) events.push(proposedOf(message))
    })
    call.on('error', () => {})
    call.on('end', async () => {
      if (!to || call.cancelled) return
      const size = events.reduce(
        (sum, { data, metadata }) => sum + data.length + metadata.length,
        0,
      )
      if (size > maxAppendSize) {
        return answer(
          problem(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded.', {
            exception: 'maximum-append-size-exceeded',
            'maximum-append-size': String(maxAppendSize),
          }),
        )
      }
      const outcome = await log.append(to.stream, to.expected, events)
      if (outcome.is !== 'dropped') return answer(null, appendAnswer(outcome))
      setTimeout(() => answer(problem(status.ABORTED, 'Operation timed out')), patience)
    })
  }

  const read = (call: Read) => {
    const request = readRequestOf(call.request)
    const refused = options.refusalOf(call, request.stream)
    if (refused) {
      call.emit('error', refused)
      return
    }
    reads.add(call)
    const over = () => reads.delete(call)
    call.on('close', over)
    call.on('cancelled', over)
    call.on('error', over)
    if (request.subscription) follow(call, request)
    else void give(call, request)
  }

  const give = async (call: Read, request: ReadRequest) => {
    const { stream } = request
    const records = stream === null ? log.all() : log.stream(stream)
    if (stream !== null && records.length === 0) call.write(notFoundAnswer(stream))
    if (stream === null && isBetweenRecords(records, request)) {
      reads.delete(call)
      call.emit('error', problem(status.UNKNOWN, 'Unexpected ReadAllResult: Error'))
      return
    }
    const wanted = wantedOf(records, request)
    for (let n = 0; n < wanted.length && reads.has(call); n += pageSize) {
      for (const record of wanted.slice(n, n + pageSize)) call.write(eventAnswer(record))
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (reads.delete(call)) call.end()
  }

  const follow = (call: Read, { from, matches }: ReadRequest) => {
    let considered = 0
    const tell = (record: FakeRecord) => {
      if (++considered % pageSize === 0) call.write(checkpointAnswer(record.position))
      if (matches(record)) call.write(eventAnswer(record))
    }
    call.write(confirmationAnswer())
    const after = from === 'start' ? -1n : from
    if (after !== 'end') for (const record of log.all()) if (record.position > after) tell(record)
    call.write(caughtUpAnswer())
    const stop = log.listen((record) => {
      if (reads.has(call)) tell(record)
      else stop()
    })
  }

  const streamsServer: IStreamsServer = {
    append,
    read,
    batchAppend: (call) => call.emit('error', problem(status.INTERNAL, 'not this append')),
    delete: (_, answer) => answer(problem(status.UNIMPLEMENTED, 'delete')),
    tombstone: (_, answer) => answer(problem(status.UNIMPLEMENTED, 'tombstone')),
  }
  server.addService(StreamsService, streamsServer)
  return {
    endReads: () => {
      for (const call of reads) call.end()
      reads.clear()
    },
  }
}

/**
 * Whether a read begins between two records. Positions are file offsets, so the real server finds
 * garbage there.
 */
const isBetweenRecords = (records: FakeRecord[], { from }: ReadRequest) =>
  typeof from === 'bigint' &&
  from < (records.at(-1)?.position ?? 0n) &&
  !records.some(({ position }) => position === from)

const wantedOf = (records: FakeRecord[], { stream, from, backwards, count }: ReadRequest) => {
  const placeOf = (record: FakeRecord) =>
    stream === null ? record.position : BigInt(record.revision)
  const isWanted = (record: FakeRecord) => {
    if (from === 'start') return !backwards
    if (from === 'end') return backwards
    const place = placeOf(record)
    // A backward read excludes the event at its position, but includes the event at its revision.
    if (backwards) return stream === null ? place < from : place <= from
    return place >= from
  }
  const wanted = records.filter(isWanted)
  return (backwards ? wanted.reverse() : wanted).slice(0, count)
}
