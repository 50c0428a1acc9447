import type { OrderLease } from '@strand/contracts/order/lease'
import { type LiveOrders, maxChanges, type OrderChange } from '@strand/contracts/order/live'
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import { concernsOrders, type OrderEvents, orderEventsOf } from './changes.ts'
import type { ReadOrderCounts } from './lists/counts.ts'

export type LiveMessage = { position: Position; update: LiveOrders }

export type LiveListener = {
  deliver: (message: LiveMessage) => void
  /** Receives the current leases: who is looking at which order. */
  deliverLeases: (leases: OrderLease[]) => void
  /** Called after a change to this user's account, which may have ended their session. */
  recheck: (userId: string) => void
}

/** In milliseconds: if the counts lag behind the log for longer, they are sent anyway. */
const countsTimeout = 2_000
/**
 * The maximum number of events that are read for a listener that reconnects. If the listener missed
 * more, the message says only that some events are missing.
 */
const maxEventsRead = 10_000

const endsSessions = new Set([
  'UserSignedOut',
  'UserArchived',
  'UserRoleChanged',
  'UserPasswordReset',
  'UserPasswordChanged',
])

/**
 * One subscription to the log for all listeners of this process; without listeners, there is no
 * subscription. Each batch of order events becomes one message, which is sent once the read model
 * has counted the events.
 */
export const openLiveHub = (options: {
  eventStore: EventStore
  progress: Pick<Progress, 'waitFor'>
  counts: ReadOrderCounts
  changes: (last: OrderEvents['last']) => Promise<OrderChange[]>
  leases: () => Promise<OrderLease[]>
  log: Log
}) => {
  const { eventStore, progress, counts, changes, leases, log } = options
  const listeners = new Set<LiveListener>()
  let subscription: Promise<{ stop: () => Promise<void> }> | undefined

  const updateAt = async (position: Position, { created, last, missed }: OrderEvents) => {
    await progress.waitFor(['order'], position, countsTimeout)
    const tooMany = missed || last.size > maxChanges
    const changed = tooMany || last.size === 0 ? [] : await changes(last)
    return { counts: await counts(), orders: created, changed, missed: tooMany }
  }

  const onBatch = async (events: RecordedEvent[]) => {
    for (const event of events)
      if (endsSessions.has(event.type))
        for (const listener of listeners) listener.recheck(String(event.data.userId))
    const position = events.at(-1)?.position
    if (position === undefined || !events.some(concernsOrders)) return
    const update = await updateAt(position, orderEventsOf(events))
    for (const listener of listeners) listener.deliver({ position, update })
  }

  const subscribe = async () =>
    eventStore.subscribeAll({
      from: await eventStore.headPosition(),
      onBatch,
      onDrop: (error) => log.warn({ err: error }, 'the live stream was interrupted'),
    })

  const leaseWatch = watchLeases({
    leases,
    log,
    onChange: (running) => {
      for (const listener of listeners) listener.deliverLeases(running)
    },
  })

  const missedSince = async (from: Position, until: Position): Promise<LiveOrders> => {
    let found = orderEventsOf([])
    let read = 0
    if (from < until)
      await new Promise<void>((resolve) => {
        const catchUp = eventStore.subscribeAll({
          from,
          onBatch: async (events) => {
            const inRange = events.filter(({ position }) => position <= until)
            found = orderEventsOf(inRange, found)
            read += events.length
            const reached = events.at(-1)?.position
            found.missed = read > maxEventsRead && reached !== undefined && reached < until
            if (!found.missed && reached !== undefined && reached < until) return
            void catchUp.stop()
            resolve()
          },
        })
      })
    return updateAt(until, found)
  }

  const leave = (listener: LiveListener) => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    leaseWatch.stop()
    const ending = subscription
    subscription = undefined
    ending?.then((running) => running.stop()).catch(() => {})
  }

  return {
    join: async (listener: LiveListener, lastSeen: Position | null): Promise<LiveMessage> => {
      listeners.add(listener)
      if (leaseWatch.known().length > 0) listener.deliverLeases(leaseWatch.known())
      leaseWatch.start()
      subscription ??= subscribe()
      try {
        await subscription
        const position = await eventStore.headPosition()
        return { position, update: await missedSince(lastSeen ?? position, position) }
      } catch (error) {
        subscription = undefined
        leave(listener)
        throw error
      }
    },
    leave,
  }
}

/** In milliseconds. Leases are not events, so they are polled. */
const lookEvery = 1_000

/** From `start` to `stop`, polls the leases and reports changes. */
const watchLeases = (options: {
  leases: () => Promise<OrderLease[]>
  onChange: (leases: OrderLease[]) => void
  log: Log
}) => {
  let known: OrderLease[] = []
  let looking = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    if (looking) return
    looking = true
    try {
      const running = await options.leases()
      if (!timer || JSON.stringify(running) === JSON.stringify(known)) return
      known = running
      options.onChange(running)
    } catch (error) {
      options.log.warn({ err: error }, 'could not read who is looking at which order')
    } finally {
      looking = false
    }
  }
  return {
    known: () => known,
    start: () => {
      if (timer) return
      timer = setInterval(() => void look(), lookEvery)
      void look()
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
      // While nobody listens, leases end unnoticed.
      known = []
    },
  }
}
