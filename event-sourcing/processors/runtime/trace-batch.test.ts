import { expect, test } from 'vitest'
import type { RecordedEvent } from '../../event-store/event-store.ts'
import type { Tracing } from '../../tracing.ts'
import type { Lease } from './processor.ts'
import { traceBatch } from './trace-batch.ts'

const eventOf = (id: string, traceparent?: unknown) =>
  ({ id, type: 'Happened', metadata: { at: '', traceparent } }) as unknown as RecordedEvent

const leaseIn = (mode: string) => {
  const spans: unknown[] = []
  const start: Tracing['start'] = (name, { parent }) => ({
    traceparent: '',
    isSent: true,
    end: ({ failed } = {}) => spans.push([name, parent, failed]),
  })
  const processor = { kind: 'projection', name: 'order' }
  return { lease: { processor, state: { mode }, tracing: { start } } as unknown as Lease, spans }
}

test('traced events get a span once they are committed, and a failed one if they were parked', () => {
  const { lease, spans } = leaseIn('serving')
  const events = [eventOf('1', 'a'), eventOf('2'), eventOf('3', 7), eventOf('4', 'b')]
  const traced = traceBatch(lease, events)
  expect(spans).toEqual([])
  traced(events.slice(3).map((event) => ({ event, reason: 'bad' })))
  expect(spans).toEqual([
    ['projection order', 'a', false],
    ['projection order', 'b', true],
  ])
})

test.each(['building', 'reconnecting', 'standby'])('%s leaves no spans', (mode) => {
  const { lease, spans } = leaseIn(mode)
  traceBatch(lease, [eventOf('1', 'a')])([])
  expect(spans).toEqual([])
})
