import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Metrics } from './metrics.ts'

export const countAppends = (eventStore: EventStore, metrics: Metrics): EventStore => {
  const appends = metrics.counter(
    'strand_log_appends_total',
    'Appends to the event log, by outcome: appended, repeated, conflict or failed.',
    ['result'],
  )
  const append: EventStore['append'] = async (...input) => {
    try {
      const result = await eventStore.append(...input)
      appends.add({ result: !result.ok ? 'conflict' : result.repeated ? 'repeated' : 'appended' })
      return result
    } catch (error) {
      appends.add({ result: 'failed' })
      throw error
    }
  }
  return { ...eventStore, append }
}
