import { locationEvents } from './location.events.ts'
import { heldMailsEvents, mailEvents } from './mail.events.ts'
import { orderStreamEvents } from './order.events.ts'
import { orderIdsEvents } from './order-id.events.ts'
import { productEvents } from './product.events.ts'
import { salesEvents } from './sales.events.ts'
import { userEvents } from './user.events.ts'

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
