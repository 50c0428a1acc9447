import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import {
  type IServerFeaturesServer,
  ServerFeaturesService,
} from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type shared from '@eventstore/db-client/generated/shared_pb.js'
import {
  type IStreamsServer,
  StreamsService,
} from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerErrorResponse,
  type ServerReadableStream,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import { onTestFinished } from 'vitest'
import {
  type FakeEvent,
  type FakeRecord,
  openFakeLog,
} from './event-store.eventstoredb.fake-log.testing.ts'
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
} from './event-store.eventstoredb.fake-messages.testing.ts'
import { startProxy } from './proxy.testing.ts'

type Append = ServerReadableStream<
  InstanceType<typeof streams.AppendReq>,
  InstanceType<typeof streams.AppendResp>
>
type Read = ServerWritableStream<
  InstanceType<typeof streams.ReadReq>,
  InstanceType<typeof streams.ReadResp>
>

const maximumAppendSize = 1_048_576
/** Events that a read gives before it looks up again. */
const pageSize = 32
/** Milliseconds after which an append without a reply has timed out. The real server takes 2,000. */
const patience = 300

/**
 * An EventStoreDB as far as the shop knows it, on the stubs that come with the client: appends of one
 * call (the append over a shared stream fails, since nobody is to use it), reads, filtered
 * subscriptions with checkpoints, server features and gossip. It stands behind a proxy that takes its
 * connections away.
 */
export const startFakeEventStore = async () => {
  const log = openFakeLog()
  const reads = new Set<Read>()
  let refusing = false
  let denied = false
  let leader: { host: string; port: number } | null = null
  let port = 0

  const refusal = (call: { metadata: Metadata }): Partial<ServerErrorResponse> | null => {
    if (refusing) return problem(status.UNAVAILABLE, 'Server Is Not Ready')
    if (!leader || call.metadata.get('requires-leader')[0] !== 'true') return null
    return problem(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': leader.host,
      'leader-endpoint-port': String(leader.port),
    })
  }

  const append = (call: Append, answer: sendUnaryData<InstanceType<typeof streams.AppendResp>>) => {
    const refused = refusal(call)
    if (refused) return answer(refused)
    let to: AppendTo | undefined
    const events: FakeEvent[] = []
    call.on('data', (request: InstanceType<typeof streams.AppendReq>) => {
      const options = request.getOptions()
      const message = request.getProposedMessage()
      if (options) to = appendToOf(options)
      if (message) events.push(proposedOf(message))
    })
    call.on('error', () => {})
    call.on('end', async () => {
      if (!to || call.cancelled) return
      const size = events.reduce(
        (sum, { data, metadata }) => sum + data.length + metadata.length,
        0,
      )
      if (size > maximumAppendSize) {
        return answer(
          problem(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded.', {
            exception: 'maximum-append-size-exceeded',
            'maximum-append-size': String(maximumAppendSize),
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
    const denial = denied && request.stream === null ? accessDenied() : null
    const refused = refusal(call) ?? denial
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

  const listMembers: handleUnaryCall<
    InstanceType<typeof shared.Empty>,
    InstanceType<typeof gossip.ClusterInfo>
  > = (_, answer) => {
    const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
    const info = new gossip.ClusterInfo()
    info.addMembers(memberOf({ host: '127.0.0.1', port: 1 }, LEADER, false))
    info.addMembers(memberOf({ host: '127.0.0.1', port: 2 }, FOLLOWER, true))
    info.addMembers(memberOf(leader ?? { host: '127.0.0.1', port }, LEADER, true))
    answer(null, info)
  }

  const server = new Server()
  const streamsServer: IStreamsServer = {
    append,
    read,
    batchAppend: (call) => call.emit('error', problem(status.INTERNAL, 'not this append')),
    delete: (_, answer) => answer(problem(status.UNIMPLEMENTED, 'delete')),
    tombstone: (_, answer) => answer(problem(status.UNIMPLEMENTED, 'tombstone')),
  }
  const featuresServer: IServerFeaturesServer = { getSupportedMethods }
  server.addService(StreamsService, streamsServer)
  server.addService(GossipService, { read: listMembers })
  server.addService(ServerFeaturesService, featuresServer)
  const own = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  onTestFinished(() => server.forceShutdown())
  const proxy = await startProxy(`http://127.0.0.1:${own}`)
  port = Number(new URL(proxy.url).port)

  const endReads = () => {
    for (const call of reads) call.end()
    reads.clear()
  }

  let resume = async () => {}
  return {
    port,
    log,
    /** From now on $all may not be read. */
    deny: () => {
      denied = true
    },
    /** From now on another node is the leader. */
    leaveTo: (other: { port: number }) => {
      leader = { host: '127.0.0.1', port: other.port }
    },
    faults: {
      kill: async () => {
        resume = async () => {
          log.forget()
          await proxy.back()
        }
        await proxy.cut()
      },
      refuse: async () => {
        resume = async () => {
          refusing = false
        }
        refusing = true
        proxy.sayGoodbye()
      },
      closePolitely: async () => {
        resume = async () => {}
        endReads()
        await new Promise((resolve) => setImmediate(resolve))
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

const wantedOf = (records: FakeRecord[], { stream, from, backwards, count }: ReadRequest) => {
  const placeOf = (record: FakeRecord) =>
    stream === null ? record.position : BigInt(record.revision)
  const isWanted = (record: FakeRecord) => {
    if (from === 'start') return !backwards
    if (from === 'end') return backwards
    const place = placeOf(record)
    // Backwards a position stands for what lies before it, a revision for its event too.
    if (backwards) return stream === null ? place < from : place <= from
    return place >= from
  }
  const wanted = records.filter(isWanted)
  return (backwards ? wanted.reverse() : wanted).slice(0, count)
}

const getSupportedMethods: IServerFeaturesServer['getSupportedMethods'] = (_, answer) => {
  const method = new features.SupportedMethod()
  method.setServiceName('event_store.client.streams.streams')
  method.setMethodName('batchappend')
  const supported = new features.SupportedMethods()
  supported.setEventStoreServerVersion('24.10.0')
  answer(null, supported.setMethodsList([method]))
}

const memberOf = (node: { host: string; port: number }, state: number, isAlive: boolean) => {
  const endPoint = new gossip.EndPoint()
  endPoint.setAddress(node.host)
  endPoint.setPort(node.port)
  const member = new gossip.MemberInfo()
  member.setHttpEndPoint(endPoint)
  member.setState(state)
  return member.setIsAlive(isAlive)
}

const accessDenied = () =>
  problem(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })

const problem = (code: status, details: string, members: Record<string, string> = {}) => {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(members)) metadata.set(name, value)
  return { code, details, metadata }
}
