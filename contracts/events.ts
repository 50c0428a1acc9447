import { locationEvents } from './catalogue/location.events.ts'
import { productEvents } from './catalogue/product.events.ts'
import { salesEvents } from './catalogue/sales.events.ts'
import { heldMailsEvents, mailEvents } from './mail/events.ts'
import { orderStreamEvents } from './order/events.ts'
import { orderIdsEvents } from './order/id.events.ts'
import { userEvents } from './users/events.ts'

/** The codecs of all streams, in the order of `docs/events.md`. */
export const eventCodecs = [
  orderStreamEvents,
  orderIdsEvents,
  productEvents,
  locationEvents,
  salesEvents,
  userEvents,
  mailEvents,
  heldMailsEvents,
] as const
