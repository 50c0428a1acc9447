import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { userEvents } from '../../../contracts/accounts/events.ts'
import { bankLineEvents } from '../../../contracts/money/bank-line.events.ts'
import { orderStreamEvents } from '../../../contracts/order/events.ts'

/** The events of each order, bank line and user, by stream. */
export const decodeLog = (events: readonly RecordedEvent[]) => {
  const decoded = {
    orders: new Map<string, ReturnType<typeof orderEvent>[]>(),
    lines: new Map<string, ReturnType<typeof lineEvent>[]>(),
    users: new Map<string, ReturnType<typeof userEvent>[]>(),
  }
  const add = <T>(streams: Map<string, T[]>, stream: string, event: T) => {
    const known = streams.get(stream)
    if (known) known.push(event)
    else streams.set(stream, [event])
  }
  for (const recorded of events)
    if (recorded.stream.startsWith('order-'))
      add(decoded.orders, recorded.stream, orderEvent(recorded))
    else if (recorded.stream.startsWith('bank-line-'))
      add(decoded.lines, recorded.stream, lineEvent(recorded))
    else if (recorded.stream.startsWith('user-'))
      add(decoded.users, recorded.stream, userEvent(recorded))
  return decoded
}

const orderEvent = (recorded: RecordedEvent) => ({
  ...orderStreamEvents.decode(recorded),
  recorded,
})
const lineEvent = (recorded: RecordedEvent) => ({ ...bankLineEvents.decode(recorded), recorded })
const userEvent = (recorded: RecordedEvent) => ({ ...userEvents.decode(recorded), recorded })

export type DecodedLog = ReturnType<typeof decodeLog>
export type OrderHistory = ReturnType<typeof orderEvent>[]
export type UserHistory = ReturnType<typeof userEvent>[]
