import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { mailOfEvent } from '../../../contracts/order/mail-of-event.ts'
import type { Shop, Wiring } from '../shop/shop.ts'
import { noFaults } from '../world/port.ts'

type Append = EventStore['append']

const appending = (change: (append: Append, simulation: Shop) => Append): Partial<Wiring> => ({
  eventStore: (port, service, simulation) =>
    service === 'api' ? { ...port, append: change(port.append, simulation) } : port,
})

/** Sends an email directly to the mail server, without outbox and queue. */
const mailAtOnce = async ({ mailServer }: Shop, events: Parameters<Append>[1]): Promise<void> => {
  const server = mailServer.connect({ ...noFaults, refuses: 0, isAway: false })
  for (const { id, type, data } of events) {
    const kind = type === 'OrderMailReleased' ? null : mailOfEvent({ type, data } as never)
    const message = { messageId: `<${id}.${kind}@shop.example>`, to: { address: '' } }
    if (kind) await server.send(message as never, '')
  }
}

/** Bugs in calls of the log, and in the use of its answers. */
export const logBugs: Record<string, Partial<Wiring>> = {
  'the expected revision is missing': appending(
    (append) => (stream, events) => append(stream, events, 'any'),
  ),
  'a conflict is taken for success': appending((append) => async (stream, events, expected) => {
    const result = await append(stream, events, expected)
    if (result.ok) return result
    return { ok: true, position: 0n, revision: result.actual, repeated: false }
  }),
  'a line of a statement is not recorded for certain': appending(
    (append) => (stream, events, expected) => {
      const answer = append(stream, events, expected)
      if (events[0]?.type !== 'BankLineRecorded') return answer
      return answer.catch(() => ({ ok: true, position: 0n, revision: 0, repeated: false }))
    },
  ),
  'a command is acknowledged before the append': appending(
    (append, { log }) =>
      async (stream, events, expected) => {
        append(stream, events, expected).catch(() => {})
        const position = BigInt(log.events().length + events.length - 1)
        return { ok: true, position, revision: 0, repeated: false }
      },
  ),
  'no answer from the log is taken for success': appending(
    (append, { log }) =>
      (stream, events, expected) =>
        append(stream, events, expected).catch(() => ({
          ok: true as const,
          position: BigInt(log.events().length - 1),
          revision: 0,
          repeated: false,
        })),
  ),
  'a mail goes before its event is in the log': appending(
    (append, simulation) => async (stream, events, expected) => {
      await mailAtOnce(simulation, events)
      return append(stream, events, expected)
    },
  ),
}
