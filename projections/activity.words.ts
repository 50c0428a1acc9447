import { LocationEvent } from '@strand/contracts/location.events'
import { mailNames } from '@strand/contracts/mail'
import { MailRetried } from '@strand/contracts/mail.events'
import { OrderEvent } from '@strand/contracts/order.events'
import { OrderIdsReserved } from '@strand/contracts/order-id.events'
import { ProductEvent } from '@strand/contracts/product.events'
import { SalesEvent } from '@strand/contracts/sales.events'
import { UserEvent } from '@strand/contracts/user.events'
import { z } from 'zod'

export const AnyEvent = z.union([
  OrderEvent,
  OrderIdsReserved,
  ProductEvent,
  LocationEvent,
  SalesEvent,
  UserEvent,
  MailRetried,
])
export type AnyEvent = z.infer<typeof AnyEvent>

/** Stands in the words for the full name of the member of staff that was acted on. */
export const subject = '{user}'

/** What the words of a later event need to know: `ProductArchived` does not say the name. */
export const nameIn = (event: AnyEvent): { id: string; name: string } | null => {
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
export const namedBy = (event: AnyEvent): string | null => {
  if ('productId' in event.data) return event.data.productId
  if ('locationId' in event.data) return event.data.locationId
  if ('salesId' in event.data) return event.data.salesId
  return null
}

const money = (naira: number) => `₦${naira.toLocaleString('en-US')}`

/** What a member of staff did, in words for the user log. `own`: they did it to themselves. */
export const wordsOf = (event: AnyEvent, name: string, own: boolean): string => {
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
      const whose = orderId ? `order ${orderId}` : own ? 'themselves' : `user ${subject}`
      return `Sent the mail '${mailNames[kind]}' of ${whose} again`
    }
    case 'UserCreated':
      return `Added user ${subject} as ${event.data.role}`
    case 'UserUpdated':
      return own ? 'Updated their profile' : `Updated user ${subject}`
    case 'UserRoleChanged':
      return `Changed the role of user ${subject} from ${event.data.from} to ${event.data.to}`
    case 'UserArchived':
      return `Archived user ${subject}`
    case 'UserRestored':
      return `Restored user ${subject}`
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
  }
}
