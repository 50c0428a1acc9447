import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Origin } from '@strand/platform/http/command-origin'
import type { OrderCommand } from './decisions/command.ts'
import { handleOrderCommand } from './handler.ts'
import { assertSeen } from './seen.ts'
import type { Order } from './state.ts'

type Options = { eventStore: EventStore; pool: Pool; now: () => Date; undoSeconds: number }

/** Handles a command of staff, who may say which state of the order they saw. */
export const staffCommandHandler =
  (options: Options) =>
  (
    orderId: string,
    command: (order: Order) => Promise<OrderCommand> | OrderCommand,
    origin: Origin,
    seen: string | undefined,
  ) =>
    handleOrderCommand(
      options.eventStore,
      orderId,
      async (order) => {
        await assertSeen(options, order, seen, origin.actor.id)
        return command(order)
      },
      origin,
      options.undoSeconds,
    )
