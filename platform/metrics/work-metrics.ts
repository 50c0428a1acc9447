import { countOutbox } from '@strand/event-sourcing/outbox/outbox-count'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { ProcessorReport } from '@strand/event-sourcing/processors/report'
import type { Queue } from '../jobs/queue.ts'
import type { Metrics } from './metrics.ts'

const of = ({ kind, name, version }: ProcessorReport) => ({ kind, name, version })

/** How far each projection and reactor has got, as in `/readyz`. */
export const measureProcessors = (
  metrics: Metrics,
  report: () => Promise<ProcessorReport[]>,
): void => {
  metrics.gauges(
    {
      strand_processor_ok: '1 if a projection or reactor runs and can go on, else 0.',
      strand_processor_lag_events:
        'The minimum number of events that the processor has not handled yet.',
      strand_processor_lag_seconds:
        'Seconds since the last event that the processor handled was recorded; 0 at the head of the log.',
      strand_processor_parked_streams:
        'Streams that wait because the processor cannot apply one of their events.',
    },
    async () => {
      const all = await report()
      const each = (value: (one: ProcessorReport) => number) =>
        all.map((one) => ({ labels: of(one), value: value(one) }))
      return {
        strand_processor_ok: each(({ ok }) => Number(ok)),
        strand_processor_lag_events: each(({ lagEvents }) => lagEvents),
        strand_processor_lag_seconds: each(({ lagSeconds }) => lagSeconds),
        strand_processor_parked_streams: each(({ parked }) => parked),
      }
    },
  )
}

/** How many entries a reactor's outbox has, and how many jobs its queue. */
export const measureJobs = (
  metrics: Metrics,
  options: { pool: Pool; queue: Pick<Queue, 'depth'>; reaction: string; queueName: string },
): void => {
  const { pool, queue, reaction, queueName } = options
  metrics.gauges(
    {
      strand_outbox_entries: 'Unfinished outbox entries, by state.',
      strand_outbox_age_seconds: 'Age of the oldest entry that is waiting or queued.',
      strand_outbox_outage_seconds: 'Seconds for which nothing could be sent; 0 if sending works.',
    },
    async () => {
      const { states, oldestSeconds, outageSeconds } = await countOutbox(pool, reaction)
      const labels = { reaction }
      return {
        strand_outbox_entries: Object.entries(states).map(([state, value]) => ({
          labels: { ...labels, state },
          value,
        })),
        strand_outbox_age_seconds: [{ labels, value: oldestSeconds }],
        strand_outbox_outage_seconds: [{ labels, value: outageSeconds }],
      }
    },
  )
  metrics.gauges({ strand_queue_jobs: 'Jobs in the queue, by state.' }, async () => ({
    strand_queue_jobs: Object.entries(await queue.depth(queueName)).map(([state, value]) => ({
      labels: { queue: queueName, state },
      value,
    })),
  }))
}
