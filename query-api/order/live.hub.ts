import type { OrderLease } from '@strand/contracts/order/lease'
import type { LiveOrders } from '@strand/contracts/order/live'
import { orderIdOfStream } from '@strand/contracts/order/order'
import type { EventStore, Position, RecordedEvent } from '@strand/platform/event-store/event-store'
import type { Log } from '@strand/platform/log'
import type { Progress } from '@strand/platform/processors/progress'
import type { ReadOrderCounts } from './lists/counts.ts'

export type LiveMessage = { position: Position; update: LiveOrders }

export type LiveListener = {
  deliver: (message: LiveMessage) => void
  /** Who looks at which order now. */
  deliverLeases: (leases: OrderLease[]) => void
  /** Something happened to this user's account: their session may have ended. */
  recheck: (userId: string) => void
}

/** Milliseconds that the counts may lag behind the log before they are sent as they are. */
const countsTimeout = 2_000
/** Milliseconds between two looks at the leases, which are no events and have no subscription. */
const leasesEvery = 1_000
/**
 * The most events read to report to a returning listener what it missed; beyond that, it only
 * learns that it missed more.
 */
const maximumEventsRead = 10_000

const endsSessions = new Set([
  'UserSignedOut',
  'UserArchived',
  'UserRoleChanged',
  'UserPasswordReset',
  'UserPasswordChanged',
])

/**
 * One subscription to the log for all listeners in this process, and none while there are no
 * listeners. Each batch of order events makes one message, sent once the read model has counted
 * them.
 */
// Long because its functions share the listeners and the subscription.
export const openLiveHub = (options: {
  eventStore: EventStore
  progress: Pick<Progress, 'waitFor'>
  counts: ReadOrderCounts
  leases: () => Promise<OrderLease[]>
  log: Log
}) => {
  const { eventStore, progress, counts, leases, log } = options
  const listeners = new Set<LiveListener>()
  let subscription: Promise<{ stop: () => Promise<void> }> | undefined

  const countsAt = async (position: Position) => {
    await progress.waitFor(['order'], position, countsTimeout)
    return counts()
  }

  const onBatch = async (events: RecordedEvent[]) => {
    for (const event of events)
      if (endsSessions.has(event.type))
        for (const listener of listeners) listener.recheck(String(event.data.userId))
    const position = events.at(-1)?.position
    if (position === undefined || !events.some(concernsOrders)) return
    const update = { counts: await countsAt(position), orders: createdIn(events), missed: false }
    for (const listener of listeners) listener.deliver({ position, update })
  }

  const subscribe = async () =>
    eventStore.subscribeAll({
      from: await eventStore.headPosition(),
      onBatch,
      onDrop: (error) => log.warn({ err: error }, 'the live stream was interrupted'),
    })

  let knownLeases: { text: string; leases: OrderLease[] } = { text: '[]', leases: [] }
  const lookAtLeases = async () => {
    const running = await leases()
    const text = JSON.stringify(running)
    if (text === knownLeases.text) return
    knownLeases = { text, leases: running }
    for (const listener of listeners) listener.deliverLeases(running)
  }
  let leaseTimer: NodeJS.Timeout | undefined
  const followLeases = () => {
    leaseTimer = setTimeout(() => {
      lookAtLeases()
        .catch((error) => log.warn({ err: error }, 'who looks at which order is not known'))
        .finally(() => {
          if (listeners.size > 0) followLeases()
          else leaseTimer = undefined
        })
    }, leasesEvery)
  }

  const missedSince = async (from: Position, until: Position): Promise<LiveOrders> => {
    const orders: string[] = []
    let read = 0
    let missed = false
    if (from < until)
      await new Promise<void>((resolve) => {
        const catchUp = eventStore.subscribeAll({
          from,
          onBatch: async (events) => {
            const inRange = events.filter(({ position }) => position <= until)
            orders.push(...createdIn(inRange))
            read += events.length
            const last = events.at(-1)?.position
            missed = read > maximumEventsRead && last !== undefined && last < until
            if (!missed && last !== undefined && last < until) return
            void catchUp.stop()
            resolve()
          },
        })
      })
    return { counts: await countsAt(until), orders, missed }
  }

  return {
    /** Adds a listener, and returns the first message to send it. */
    join: async (listener: LiveListener, lastSeen: Position | null): Promise<LiveMessage> => {
      listeners.add(listener)
      if (knownLeases.leases.length > 0) listener.deliverLeases(knownLeases.leases)
      if (!leaseTimer) followLeases()
      subscription ??= subscribe()
      try {
        await subscription
        const position = await eventStore.headPosition()
        return { position, update: await missedSince(lastSeen ?? position, position) }
      } catch (error) {
        subscription = undefined
        listeners.delete(listener)
        throw error
      }
    },
    leave: (listener: LiveListener) => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      const ending = subscription
      subscription = undefined
      ending?.then((running) => running.stop()).catch(() => {})
    },
  }
}

const concernsOrders = ({ type }: RecordedEvent) =>
  type.startsWith('Order') && type !== 'OrderIdsReserved'

const createdIn = (events: RecordedEvent[]) =>
  events.filter(({ type }) => type === 'OrderCreated').map(({ stream }) => orderIdOfStream(stream))
