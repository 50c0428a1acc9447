import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { bankLineEvents } from '../../../contracts/money/bank-line.events.ts'
import { orderStreamEvents } from '../../../contracts/order/events.ts'

/** The events of each order, and of each line of the bank, by stream. */
export const decodeLog = (events: readonly RecordedEvent[]) => {
  const decoded = {
    orders: new Map<string, ReturnType<typeof orderEvent>[]>(),
    lines: new Map<string, ReturnType<typeof lineEvent>[]>(),
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
  return decoded
}

const orderEvent = (recorded: RecordedEvent) => ({
  ...orderStreamEvents.decode(recorded),
  recorded,
})
const lineEvent = (recorded: RecordedEvent) => ({ ...bankLineEvents.decode(recorded), recorded })

export type DecodedLog = ReturnType<typeof decodeLog>
export type OrderHistory = ReturnType<typeof orderEvent>[]
