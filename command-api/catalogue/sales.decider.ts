import { endsTooEarly } from '@strand/contracts/catalogue/sales'
import { sales as resource, type SalesEvent } from '@strand/contracts/catalogue/sales.resource'
import type { Decider } from '@strand/event-sourcing/commands/decider'
import { Rejected } from '@strand/event-sourcing/errors'
import {
  type ArchivableCommand,
  type ArchivableState,
  archivableDecider,
  assertActive,
  existing,
} from './archivable.decider.ts'

type Content = {
  salesId: string
  name: string
  startsAt: string
  endsAt: string
  message?: string
}

const assertInOrder = ({ startsAt, endsAt }: Content) => {
  if (Date.parse(startsAt) >= Date.parse(endsAt)) throw new Rejected('invalid', endsTooEarly)
}

const decider = archivableDecider<SalesEvent, Content>(resource, assertInOrder)

/** A campaign also has a message, which has its own command. */
export const salesDecider: Decider<
  ArchivableState<Content> | null,
  ArchivableCommand<Content> | { type: 'UpdateMessage'; message: string },
  SalesEvent
> = {
  ...decider,
  decide: (command, state) => {
    if (command.type !== 'UpdateMessage') return decider.decide(command, state)
    const sales = existing(resource.singular, state)
    assertActive(resource.singular, sales)
    const { salesId, message = '' } = sales
    if (command.message === message) return []
    return [{ type: 'SalesMessageUpdated', data: { salesId, message: command.message } }]
  },
}
