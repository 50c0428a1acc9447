import { userEvents } from './accounts/events.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { logProofEvents } from './log-proof/events.ts'
import { heldMailsEvents, mailEvents } from './mail/events.ts'
import { bankLineEvents } from './money/bank-line.events.ts'
import { bankAccountEvents, bankStatementEvents } from './money/events.ts'
import { orderStreamEvents } from './order/events.ts'
import { orderIdsEvents } from './order/id.events.ts'
import { proofEvents } from './order/proof-reading.ts'
import { reportEvents } from './reports/issued.ts'
import { viewEvents } from './views/events.ts'

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
  logProofEvents,
  reportEvents,
]
