import { catalogue } from './catalogue/catalogue.ts'
import { heldMailsEvents, mailEvents } from './mail/events.ts'
import { bankLineEvents } from './money/bank-line.events.ts'
import { bankAccountEvents, bankStatementEvents } from './money/events.ts'
import { orderStreamEvents } from './order/events.ts'
import { orderIdsEvents } from './order/id.events.ts'
import { proofEvents } from './order/proof-reading.ts'
import { reportEvents } from './reports/issued.ts'
import { userEvents } from './users/events.ts'
import { viewEvents } from './view/events.ts'

/** The codecs of all streams, in the order of `docs/events.md`. */
export const eventCodecs = [
  orderStreamEvents,
  orderIdsEvents,
  proofEvents,
  ...catalogue.map(({ events }) => events),
  userEvents,
  mailEvents,
  heldMailsEvents,
  viewEvents,
  bankAccountEvents,
  bankStatementEvents,
  bankLineEvents,
  reportEvents,
]
