import { locationEvents } from '@strand/contracts/catalogue/location.events'
import { productEvents } from '@strand/contracts/catalogue/product.events'
import { salesEvents } from '@strand/contracts/catalogue/sales.events'
import { type EventsOf, eventCodec } from '@strand/contracts/event-codec'
import { heldMailsEvents, mailEvents } from '@strand/contracts/mail/events'
import { mailNames } from '@strand/contracts/mail/mail'
import { orderEvents } from '@strand/contracts/order/events'
import { orderIdsEvents } from '@strand/contracts/order/id.events'
import { userEvents } from '@strand/contracts/users/events'

/** Every event that a member of staff can cause. */
export const activityEvents = eventCodec('the log', [
  ...orderEvents.definitions,
  ...orderIdsEvents.definitions,
  ...productEvents.definitions,
  ...locationEvents.definitions,
  ...salesEvents.definitions,
  ...userEvents.definitions,
  ...mailEvents.definitions,
  ...heldMailsEvents.definitions,
])
export type ActivityEvent = EventsOf<typeof activityEvents>

/** Placeholder in the words for the full name of the member of staff that was acted on. */
export const userPlaceholder = '{user}'

/**
 * Sets a name that somebody typed apart from the words around it: in quotation marks, with its own
 * quotation marks replaced, so that a product called `x. Approved order 1` reads as nothing but its
 * name. Inches keep a mark.
 */
const quoted = (name: string) => `"${name.replaceAll('"', '″')}"`

/** The name that the words of a later event need: `ProductArchived` does not contain it. */
export const definedName = (event: ActivityEvent): { id: string; name: string } | null => {
  switch (event.type) {
    case 'ProductCreated':
    case 'ProductUpdated':
      return { id: event.data.productId, name: event.data.name }
    case 'LocationCreated':
    case 'LocationUpdated':
      return { id: event.data.locationId, name: event.data.name }
    case 'SalesCreated':
    case 'SalesUpdated':
      return { id: event.data.salesId, name: event.data.name }
    default:
      return null
  }
}

/** The id whose name the words of this event need, or null. */
export const referencedId = (event: ActivityEvent): string | null => {
  if ('productId' in event.data) return event.data.productId
  if ('locationId' in event.data) return event.data.locationId
  if ('salesId' in event.data) return event.data.salesId
  return null
}

const money = (naira: number) => `₦${naira.toLocaleString('en-US')}`

const heldMails = (count: number) =>
  `${count.toLocaleString('en-US')} held ${count === 1 ? 'mail' : 'mails'}`

/**
 * What a member of staff did, in words for the user log. `isOwnAccount`: they did it to their own
 * account. Decisions 069 and 106.
 */
export const describeEvent = (
  event: ActivityEvent,
  typed: string,
  isOwnAccount: boolean,
): string => {
  const name = quoted(typed)
  const user = quoted(userPlaceholder)
  switch (event.type) {
    case 'OrderCreated':
      return `Created order ${event.data.orderId}`
    case 'OrderApproved':
      return `Approved order ${event.data.orderId}`
    case 'OrderStatusChanged':
      return `Changed order ${event.data.orderId} from ${event.data.from} to ${event.data.to}`
    case 'OrderMessageUpdated':
      return `Updated the message of order ${event.data.orderId}`
    case 'OrderArchived':
      return `Archived order ${event.data.orderId}`
    case 'OrderRestored':
      return `Restored order ${event.data.orderId} to ${event.data.to}`
    case 'OrderReviewed':
      return `Reviewed order ${event.data.orderId}`
    case 'OrderChangeUndone':
      return `Undid a change of order ${event.data.orderId}: from ${event.data.from} back to ${event.data.to}`
    case 'OrderPersonalDataErased':
      return `Erased the personal data of order ${event.data.orderId}`
    case 'OrderProofsDeleted':
      return `Deleted the proof of payment of order ${event.data.orderId}`
    case 'OrderIdsReserved':
      return `Generated ${event.data.ids.length} order ${event.data.ids.length === 1 ? 'id' : 'ids'}`
    case 'ProductCreated':
      return `Created product ${name} at ${money(event.data.price)}`
    case 'ProductUpdated':
      return `Updated product ${name}, now at ${money(event.data.price)}`
    case 'ProductArchived':
      return `Archived product ${name}`
    case 'ProductRestored':
      return `Restored product ${name}`
    case 'LocationCreated':
      return `Created delivery location ${name} at ${money(event.data.price)}`
    case 'LocationUpdated':
      return `Updated delivery location ${name}, now at ${money(event.data.price)}`
    case 'LocationArchived':
      return `Archived delivery location ${name}`
    case 'LocationRestored':
      return `Restored delivery location ${name}`
    case 'SalesCreated':
      return `Created sales campaign ${name}`
    case 'SalesUpdated':
      return `Updated sales campaign ${name}`
    case 'SalesMessageUpdated':
      return `Updated the message of sales campaign ${name}`
    case 'SalesArchived':
      return `Archived sales campaign ${name}`
    case 'SalesRestored':
      return `Restored sales campaign ${name}`
    case 'MailRetried': {
      const { kind, orderId } = event.data
      const whose = orderId ? `order ${orderId}` : isOwnAccount ? 'themselves' : `user ${user}`
      return `Sent the mail '${mailNames[kind]}' of ${whose} again`
    }
    case 'HeldMailsSent':
      return `Sent ${heldMails(event.data.mails)}`
    case 'HeldMailsDropped':
      return `Dropped ${heldMails(event.data.mails)}`
    case 'UserCreated':
      return `Added user ${user} as ${event.data.role}`
    case 'UserUpdated':
      return isOwnAccount ? 'Updated their profile' : `Updated user ${user}`
    case 'UserRoleChanged':
      return `Changed the role of user ${user} from ${event.data.from} to ${event.data.to}`
    case 'UserArchived':
      return `Archived user ${user}`
    case 'UserRestored':
      return `Restored user ${user}`
    case 'UserEmailConfirmed':
      return 'Confirmed their e-mail address'
    case 'UserActivated':
      return 'Activated their account'
    case 'UserSignedIn':
      return 'Signed in'
    case 'UserSignInFailed':
      return 'Failed to sign in'
    case 'UserSignedOut':
      return 'Signed out'
    case 'UserPasswordResetRequested':
      return 'Asked for a new password'
    case 'UserPasswordReset':
      return 'Reset their password'
    case 'UserPasswordChanged':
      return 'Changed their password'
    case 'UserSignInSlowed':
      return 'Failed to sign in too often: unknown browsers have to wait'
    case 'UserDeviceConfirmed':
      return 'Made a browser known by a mailed link'
    case 'UserPersonalDataErased':
      return `Erased the personal data of user ${user}`
  }
}
