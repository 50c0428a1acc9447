import { randomUUID } from 'node:crypto'
import { createOrder } from '@strand/command-api/order/create/create-order'
import { mailReaction } from '@strand/contracts/mail/mail'
import { findDue, releaseDelayed } from '@strand/event-sourcing/outbox/outbox'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import type { Wiring } from '../shop/shop.ts'

export const commandBugs: Record<string, Partial<Wiring>> = {
  'the key of a form is not looked at': {
    createOrder: (options, form, inline, request) =>
      createOrder(options, form, inline, { ...request, key: randomUUID() }),
  },
  'an approval does not match its lines': {
    approveWithLines: async (money, orderId, { command, origin, seen }) => ({
      ...(await money.handle(orderId, command, { origin, seen })),
      freedAt: null,
    }),
  },
  'an undo leaves the line matched': {
    undoOrderChange: async (money, orderId, position, { origin, seen }) => {
      const command = { type: 'UndoChange', position, at: origin.at.toISOString() } as const
      return { ...(await money.handle(orderId, () => command, { origin, seen })), freedAt: null }
    },
  },
  'a mail is released without a word to the order': {
    startMailRelease: ({ pool, log }) =>
      repeatRounds(
        async () => {
          const { due } = await findDue(pool, mailReaction, 100)
          for (const { id } of due) await releaseDelayed(pool, id)
          return 500
        },
        { log, failing: 'mails wait' },
      ),
  },
}
