import { type EndPoint, EventStoreDBClient, type SingleNodeOptions } from '@eventstore/db-client'
import { Channel, ChannelCredentials } from '@grpc/grpc-js'
import type { EventStoreAddress } from './event-store.eventstoredb.url.ts'
import { within } from './within.ts'

/** EventStoreDB holds events of up to 16 MB, as other programs may have written them. */
const longestMessage = 17 * 1024 * 1024

/**
 * The client of `@eventstore/db-client` 6.2.1, on a connection that this adapter is in charge of.
 * By itself the client closes its channel when one call fails, which throws an error that nobody can
 * catch into an append that begins at that moment; shares broken connections with every other
 * client of the process; waits up to two minutes before it connects again; and never closes.
 */
export class EventStoreClient extends EventStoreDBClient {
  #channel: Promise<Channel> | undefined
  readonly #address: EventStoreAddress

  /** Speaks to `node` if given, else to the leader among the nodes of the address. */
  constructor(address: EventStoreAddress, node?: EndPoint) {
    // Its overloads tell three shapes of settings apart, of which these are one or the other.
    super(
      settingsOf(address, node) as SingleNodeOptions,
      {
        insecure: !address.tls,
        ...(address.rootCertificate && { rootCertificate: address.rootCertificate }),
        ...(address.userCertificate && { userCertFile: address.userCertificate }),
        ...(address.userKey && { userKeyFile: address.userKey }),
      },
      address.credentials,
    )
    this.#address = address
  }

  protected override getChannel = (): Promise<Channel> => {
    this.#channel ??= this.resolveUri().then(
      (uri) =>
        new Channel(uri, credentialsOf(this.#address), {
          'grpc.use_local_subchannel_pool': 1,
          'grpc.enable_channelz': 0,
          'grpc.initial_reconnect_backoff_ms': 100,
          'grpc.max_reconnect_backoff_ms': 1_000,
          'grpc.keepalive_time_ms': this.#address.keepAlive.interval,
          'grpc.keepalive_timeout_ms': this.#address.keepAlive.timeout,
          'grpc.max_receive_message_length': longestMessage,
        }),
    )
    return this.#channel
  }

  /** Whoever calls decides whether a failed call calls for another client. */
  protected override handleError = async (): Promise<void> => {}

  /**
   * Nothing beyond what every server can: that selects the append of one call, with its own deadline
   * and answer, also where the connection string names no user. The other one, over a stream that
   * all appends share, never times out and mixes up the answers of two clients.
   */
  protected override supports = async (): Promise<boolean> => false

  /** Cancels what is read and subscribed to, and hangs up. Within 2 s. Never rejects. */
  async close(): Promise<void> {
    // Only after its streams have ended does a channel let go of its connection.
    await within(2_000, this.dispose()).catch(() => {})
    this.#channel?.then(
      (channel) => channel.close(),
      () => {},
    )
  }
}

const settingsOf = (address: EventStoreAddress, node?: EndPoint) => {
  const { discovery, hosts, connectionName } = address
  const [first] = hosts
  const name = connectionName === undefined ? {} : { connectionName }
  if (node ?? (!address.discover && hosts.length === 1)) return { endpoint: node ?? first, ...name }
  return {
    ...(address.discover ? { discover: first } : { endpoints: hosts }),
    ...name,
    maxDiscoverAttempts: discovery.attempts,
    discoveryInterval: discovery.interval,
    gossipTimeout: discovery.timeout,
  }
}

const credentialsOf = (address: EventStoreAddress): ChannelCredentials =>
  address.tls
    ? ChannelCredentials.createSsl(
        address.rootCertificate,
        address.userKey,
        address.userCertificate,
      )
    : ChannelCredentials.createInsecure()
