import { type OrderLease, OrderLeases } from '@strand/contracts/order/lease'
import {
  heartbeatSeconds,
  LiveOrders,
  leasesEventName,
  liveEventName,
  type OrderChange,
} from '@strand/contracts/order/live'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { QueryClient } from '@tanstack/react-query'
import type { EventSourceMessage } from 'eventsource-parser'
import { isApiError } from '../api/api-error.ts'
import { fetchResponse } from '../api/client.ts'
import { latestPosition } from '../api/log-position.ts'
import { createStore, useStore } from '../browser/store.ts'
import { forgetOrderChanges, hearOrderChanges } from './order-changes.ts'
import { orderCountsKey } from './order-queries.ts'
import { readEventStream, retryDelay } from './sse.ts'

/**
 * The state of the live stream: whether it is connected, the new orders, and who is looking at
 * which order. The stream is read with `fetch`, because an `EventSource` cannot send the bearer
 * token. While the stream is down, the counts are polled, and the screen shows how old its data is.
 */
type LiveState = {
  connected: boolean
  newOrders: readonly string[]
  leases: readonly OrderLease[]
}

const live = createStore<LiveState>({ connected: false, newOrders: [], leases: [] })
export const useLiveOrders = (): LiveState => useStore(live)
export const useLeases = (): readonly OrderLease[] => useStore(live).leases

/** Forgets the new orders. Call this once the list has reloaded, because it then contains them. */
export const clearNewOrders = (): void => {
  if (live.get().newOrders.length > 0) live.set({ ...live.get(), newOrders: [] })
}

/**
 * In milliseconds: how long a stream may be silent, and how long a stream may last. The latter is
 * longer than any session.
 */
const silence = heartbeatSeconds * 2_500
const longest = 13 * 3_600_000

export const followLiveOrders = (client: QueryClient, userid: string): (() => void) => {
  const stop = new AbortController()
  void runStream((event) => handleEvent(event, client, userid), stop.signal)
  return () => {
    stop.abort()
    live.set({ connected: false, newOrders: [], leases: [] })
    forgetOrderChanges()
  }
}

const runStream = async (onEvent: (event: EventSourceMessage) => void, stopped: AbortSignal) => {
  let lastId = ''
  let failures = 0
  while (!stopped.aborted) {
    let asked = 0
    try {
      await readStream(stopped, lastId, (event) => {
        failures = 0
        lastId = event.id || lastId
        onEvent(event)
      })
    } catch (error) {
      // The stream has failed or could not be opened. If the user has too many tabs open, the
      // answer says how long to wait.
      if (isApiError(error)) asked = (error.retryAfter ?? 0) * 1_000
    }
    if (stopped.aborted) return
    failures += 1
    live.set({ ...live.get(), connected: false, leases: [] })
    await delay(Math.max(retryDelay(failures, Math.random()), asked), stopped)
  }
}

const readStream = async (
  stopped: AbortSignal,
  lastId: string,
  onEvent: (event: EventSourceMessage) => void,
) => {
  const quiet = new AbortController()
  const end = () => quiet.abort()
  stopped.addEventListener('abort', end, { once: true })
  let watchdog = setTimeout(end, silence)
  try {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (lastId) headers['last-event-id'] = lastId
    const options = { headers, signal: quiet.signal, timeout: longest }
    const answer = await fetchResponse(orderDeskEndpoints.followOrders, options)
    const onPart = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(end, silence)
    }
    if (answer.body) await readEventStream(answer.body, { onPart, onEvent })
  } finally {
    clearTimeout(watchdog)
    stopped.removeEventListener('abort', end)
  }
}

const handleEvent = (
  { id, event, data }: EventSourceMessage,
  client: QueryClient,
  userid: string,
) => {
  if (event === leasesEventName) {
    const leases = OrderLeases.safeParse(JSON.parse(data))
    if (leases.success) live.set({ ...live.get(), leases: leases.data })
    return
  }
  if (event !== liveEventName) return
  const { success, data: pushed } = LiveOrders.safeParse(JSON.parse(data))
  if (!success) return
  // Ignores counts that are older than the user's last command. They would briefly hide its effect.
  if (BigInt(id || 0) >= BigInt(latestPosition() ?? 0))
    client.setQueryData(orderCountsKey, pushed.counts)
  // Leaves out this tab's own changes, because the lists reload after a command anyway.
  const isOwn = (change: OrderChange) =>
    change.userid === userid &&
    (client.isMutating() > 0 || BigInt(change.position) <= BigInt(latestPosition() ?? 0))
  hearOrderChanges(
    pushed.changed.filter((change) => !isOwn(change)),
    pushed.missed,
  )
  const { newOrders } = live.get()
  const announced = new Set(newOrders)
  const fresh = pushed.orders.filter((orderId) => !announced.has(orderId))
  live.set({ ...live.get(), connected: true, newOrders: [...newOrders, ...fresh] })
}

const delay = (ms: number, stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stopped.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
