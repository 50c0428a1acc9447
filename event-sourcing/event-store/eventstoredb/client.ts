import { type EndPoint, EventStoreDBClient, type SingleNodeOptions } from '@eventstore/db-client'
import { Channel, ChannelCredentials } from '@grpc/grpc-js'
import { withTimeout } from '../../async/with-timeout.ts'
import type { EventStoreAddress } from './url.ts'

/**
 * EventStoreDB limits an event to 16 MB, and other programs may write events of that size. One more
 * megabyte is for the message around the event.
 */
const maxMessageSize = 17 * 1024 * 1024

/**
 * The client of `@eventstore/db-client` 6.2.1, on a connection that this adapter manages. The
 * original client closes its channel when a call fails, and any append that begins at that moment
 * then gets an error that nobody can catch. The original client also shares broken connections with
 * every other client of the process, waits up to two minutes before it reconnects, and cannot be
 * told to disconnect.
 */
export class EventStoreClient extends EventStoreDBClient {
  #channel: Promise<Channel> | undefined
  readonly #address: EventStoreAddress

  /** Connects to `node` if given, otherwise to the leader among the nodes of the address. */
  constructor(address: EventStoreAddress, node?: EndPoint) {
    // The overloads of `super` distinguish three shapes of settings; `settingsOf` returns two of
    // them.
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
          'grpc.max_receive_message_length': maxMessageSize,
        }),
    )
    return this.#channel
  }

  /** Does nothing: after a failed call, the caller decides whether to make a new client. */
  protected override handleError = async (): Promise<void> => {}

  /**
   * Answers that the server supports no optional feature. The client then sends each append as a
   * call of its own, with its own deadline and answer. Otherwise, all appends would share one
   * stream, which never times out and mixes up the answers of two clients.
   */
  protected override supports = async (): Promise<boolean> => false

  /** Cancels all reads and subscriptions, and disconnects. Takes at most 2 s. Never rejects. */
  async close(): Promise<void> {
    // A channel releases its connection only after its streams have ended.
    await withTimeout(2_000, this.dispose()).catch(() => {})
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
