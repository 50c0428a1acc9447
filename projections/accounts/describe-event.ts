import { userEvents } from '@strand/contracts/accounts/events'
import { lineMention } from '@strand/contracts/accounts/log'
import { catalogue } from '@strand/contracts/catalogue/catalogue'
import { counted } from '@strand/contracts/counted'
import { dayInWords } from '@strand/contracts/day-words'
import { type EventOf, type EventsOf, eventCodec } from '@strand/contracts/event-codec'
import { heldMailsEvents, mailEvents } from '@strand/contracts/mail/events'
import { mailNames } from '@strand/contracts/mail/mail'
import { bankAccountEvents, bankStatementEvents } from '@strand/contracts/money/events'
import { formatKobo } from '@strand/contracts/money/kobo'
import { eventFacts, type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import { orderIdsEvents } from '@strand/contracts/order/id.events'
import { questionKinds } from '@strand/contracts/order/question-kind'
import { takenBackOutcomes } from '@strand/contracts/order/taken-back'
import { reportEvents } from '@strand/contracts/reports/issued'
import { viewEvents } from '@strand/contracts/views/events'
import {
  mailsOf,
  money,
  quoted,
  reportWords,
  statementWords,
  takenBackWords,
  viewWords,
} from './activity-words.ts'
import { bankLineActs, describeBankLine, isBankLineAct } from './describe-bank-line.ts'

const catalogueDefinitions = catalogue.flatMap(({ events }) => [...events.definitions])
type CatalogueEvent = EventOf<(typeof catalogueDefinitions)[number]>

/**
 * Every event that staff can cause, except those events of bank lines that the words for other
 * events already cover.
 */
export const activityEvents = eventCodec('the log', [
  ...orderEvents.definitions,
  ...orderIdsEvents.definitions,
  ...catalogueDefinitions,
  ...userEvents.definitions,
  ...mailEvents.definitions,
  ...heldMailsEvents.definitions,
  ...viewEvents.definitions,
  ...bankAccountEvents.definitions,
  ...bankStatementEvents.definitions,
  ...bankLineActs,
  ...reportEvents.definitions,
])
export type ActivityEvent = EventsOf<typeof activityEvents>

/** The placeholder, in the words, for the full name of the staff member whom the act concerns. */
export const userPlaceholder = '{user}'

const resourceOf = ({ type }: ActivityEvent) =>
  catalogue.find(({ events }) => events.types.some((known) => known === type))

const isOfCatalogue = (event: ActivityEvent): event is CatalogueEvent =>
  resourceOf(event) !== undefined

/**
 * The id of the product, location or campaign that this event's words name; null if they name none.
 */
export const referencedId = (event: ActivityEvent): string | null => {
  const resource = resourceOf(event)
  return resource ? ((event.data as Record<string, string>)[resource.id] ?? null) : null
}

/** A product, location or campaign; `price` is in naira, and null for a campaign. */
export type Named = { id: string; name: string; price: number | null }

/**
 * The product, location or campaign that an event names, with its name and price. Later events,
 * such as `ProductArchived`, contain no name, so their words use this one.
 */
export const namedBy = (event: ActivityEvent): Named | null => {
  const id = referencedId(event)
  if (id === null || !('name' in event.data)) return null
  return { id, name: event.data.name, price: 'price' in event.data ? event.data.price : null }
}

/** `from ₦72,000 to ₦75,000`, so that the user log also shows the price before the change. */
const updatedPrice = (oldPrice: number | null, price: number): string => {
  if (oldPrice === null) return `, now at ${money(price)}`
  if (oldPrice === price) return `, still at ${money(price)}`
  return ` from ${money(oldPrice)} to ${money(price)}`
}

const describeCatalogueEvent = (
  event: CatalogueEvent,
  name: string,
  oldPrice: number | null,
): string => {
  const { singular = '', noun = '' } = resourceOf(event) ?? {}
  const thing = `${singular} ${name}`
  const price = 'price' in event.data ? event.data.price : null
  switch (event.type.slice(noun.length)) {
    case 'Created':
      return price === null ? `Created ${thing}` : `Created ${thing} at ${money(price)}`
    case 'Updated':
      return `Updated ${thing}${price === null ? '' : updatedPrice(oldPrice, price)}`
    case 'Archived':
      return `Archived ${thing}`
    case 'Restored':
      return `Restored ${thing}`
    case 'MessageUpdated':
      return `Updated the message of ${thing}`
    default:
      return `Changed ${thing}`
  }
}

const isOfOrder = (event: ActivityEvent): event is OrderEvent => event.type in eventFacts

const describeOrderEvent = (event: OrderEvent): string => {
  const { orderId } = event.data
  switch (event.type) {
    case 'OrderStatusChanged':
      return `Changed order ${orderId} from ${event.data.from} to ${event.data.to}`
    case 'OrderRestored':
      return `Restored order ${orderId} to ${event.data.to}`
    case 'OrderChangeUndone':
      return `Undid a change of order ${orderId}: from ${event.data.from} back to ${event.data.to}`
    case 'OrderQuestionAsked':
      return `Asked the customer about order ${orderId}: ${questionKinds[event.data.kind]}`
    case 'OrderAssigned':
      return `Assigned order ${orderId}${event.data.to === null ? ' to nobody' : ''}`
    case 'OrderMoneyTakenBack':
      return takenBackWords(event.data)
    case 'OrderMoneyTakenBackSeenTo':
      return `Dealt with the money of order ${orderId} that the bank took back: ${takenBackOutcomes[event.data.outcome]}`
    case 'OrderMoneyOwed':
      return `Recorded that ${formatKobo(event.data.amountKobo)} is owed back for order ${orderId}`
    case 'OrderMoneyPaidBack':
      return `Noted that ${formatKobo(event.data.amountKobo)} was paid back for order ${orderId}`
    case 'OrderMoneyNotPaidBack':
      return `Undid recording that ${lineMention(event.data.debitLineId)} paid money back for order ${orderId}`
    default:
      return eventFacts[event.type].log.replace('{order}', orderId)
  }
}

const factorNames = { totp: 'an authenticator app', passkey: 'a passkey' }

/**
 * An act of a staff member in the words of the user log.
 *
 * @param about.name the name of the product, location or campaign; empty for other events
 * @param about.oldPrice the price of that product or location before the event, in naira; null if
 *   it had none
 * @param about.isOwnAccount whether the act concerns the member's own account
 */
export const describeEvent = (
  event: ActivityEvent,
  {
    name,
    oldPrice,
    isOwnAccount,
  }: { name: string; oldPrice: number | null; isOwnAccount: boolean },
): string => {
  const user = quoted(userPlaceholder)
  if (isOfCatalogue(event)) return describeCatalogueEvent(event, quoted(name), oldPrice)
  if (isBankLineAct(event)) return describeBankLine(event)
  if (isOfOrder(event)) return describeOrderEvent(event)
  switch (event.type) {
    case 'OrderIdsReserved':
      return `Generated ${counted(event.data.ids.length, 'order id')}`
    case 'MailRetried': {
      const { kind, orderId } = event.data
      const whose = orderId ? `order ${orderId}` : isOwnAccount ? 'themselves' : `user ${user}`
      return `Sent the mail '${mailNames[kind]}' of ${whose} again`
    }
    case 'HeldMailsSent':
      return `Sent ${mailsOf('held', event.data.mails)}`
    case 'HeldMailsDropped':
      return `Dropped ${mailsOf('held', event.data.mails)}`
    case 'FailedMailsSent':
      return `Sent ${mailsOf('failed', event.data.mails)} again`
    case 'ViewShared':
    case 'SharedViewChanged':
    case 'SharedViewRemoved':
      return viewWords(event.type, event.data.list)
    case 'ReportIssued':
      return reportWords(event.data)
    case 'BankAccountAdded':
      return `Added the bank account ${event.data.accountNumber}`
    case 'BankStatementImported':
    case 'BankStatementTakenBack':
    case 'BankStatementTextErased':
      return statementWords(event)
    case 'UserCreated':
      return `Added user ${user} as ${event.data.role}`
    case 'UserInvited':
      return `Invited user ${user} again`
    case 'UserUpdated':
      return isOwnAccount ? 'Updated their profile' : `Updated user ${user}`
    case 'UserRoleChanged':
      return `Changed the role of user ${user} from ${event.data.from} to ${event.data.to}`
    case 'UserArchived':
      return `Archived user ${user}`
    case 'UserRestored':
      return `Restored user ${user}`
    case 'UserEmailConfirmed':
      return 'Confirmed their email address'
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
      return 'Confirmed a browser with a mailed link'
    case 'UserSecondFactorEnrolled':
      return `Added ${factorNames[event.data.method]} to their sign-in`
    case 'UserSecondFactorRemoved':
      return `Removed ${factorNames[event.data.method]} from their sign-in`
    case 'UserSecondFactorReset':
      return 'Had their second factors removed by the shop’s operator'
    case 'UserSecondFactorFailed':
      return 'Failed the second step of signing in'
    case 'UserPasswordKnown':
      return 'Failed the second step ten times in a row: someone may know their password'
    case 'UserPasswordEnded':
      return 'Failed the second step a hundred times in a row: their password no longer works'
    case 'UserRecoveryCodesRenewed':
      return 'Made new recovery codes'
    case 'UserRecoveryCodeUsed':
      return 'Signed in with a recovery code'
    case 'UserSessionsEnded':
      return 'Ended sessions on other devices'
    case 'UserGivenCheckpoint':
      return `Was mailed the checkpoint of ${dayInWords(event.data.day)}`
    case 'UserToldOfMoneyTakenBack':
      return `Was mailed that the bank took back ${formatKobo(event.data.amountKobo)}`
    case 'UserPersonalDataErased':
      return `Erased the personal data of user ${user}`
  }
}
