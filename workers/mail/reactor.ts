import { mailReaction } from '@strand/contracts/mail/mail'
import { type RunningReactor, startReactor } from '@strand/event-sourcing/processors/reactor'
import type { ProcessorOptions } from '@strand/event-sourcing/processors/runtime/processor'
import type { MailFeature } from './feature.ts'
import { orderMail } from './order.ts'
import { userMail } from './user.ts'

const features: MailFeature[] = [orderMail, userMail]

export const featureOf = (kind: string): MailFeature | undefined =>
  features.find(({ kinds }) => kinds.includes(kind))

/**
 * Writes an outbox entry for each email that an event triggers. The dispatcher and the queue then
 * send the email.
 */
export const startMailReactor = (options: ProcessorOptions): RunningReactor =>
  startReactor(
    {
      name: mailReaction,
      eventTypes: features.flatMap(({ eventTypes }) => eventTypes),
      react: (event) =>
        features.flatMap((feature) => {
          const kind = feature.eventTypes.includes(event.type) ? feature.kindOf(event) : null
          if (!kind) return []
          const urgent = feature.urgentKinds?.includes(kind) ?? false
          return [{ kind, urgent, dueAt: feature.dueAt?.(event) }]
        }),
    },
    options,
  )
