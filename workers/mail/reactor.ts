import { type RunningReactor, startReactor } from '@strand/event-sourcing/processors/reactor'
import type { ProcessorOptions } from '@strand/event-sourcing/processors/runtime/processor'
import { mailReaction } from './outage.ts'
import { mailFeatures, mailRegistry } from './registry.ts'

/** Writes to the outbox which mails events trigger; nothing is sent here. */
export const startMailReactor = (options: ProcessorOptions): RunningReactor =>
  startReactor(
    {
      name: mailReaction,
      eventTypes: mailFeatures.flatMap(({ eventTypes }) => eventTypes),
      react: (event) =>
        mailFeatures.flatMap((feature) => {
          const kind = feature.eventTypes.includes(event.type) ? feature.kindOf(event) : null
          if (!kind) return []
          const urgent = mailRegistry[kind]?.isUrgent ?? false
          return [{ kind, urgent, dueAt: feature.dueAt?.(event) }]
        }),
    },
    options,
  )
