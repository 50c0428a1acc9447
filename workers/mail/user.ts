import { type UserEvent, UserPersonal, userEvents } from '@strand/contracts/accounts/events'
import type { MailKind } from '@strand/contracts/mail/mail'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { type ComposeOptions, greetingTo, type Mail, type MailFeature } from './feature.ts'
import type { MailContent } from './templates/content.ts'
import {
  checkpointOfDay,
  moneyTakenBack,
  passwordChanged,
  passwordEnded,
  passwordKnown,
  resetPassword,
  signInSlowed,
  welcome,
} from './templates/user.ts'

const kinds = {
  UserCreated: 'user-activation',
  UserInvited: 'user-activation',
  UserPasswordResetRequested: 'user-password-reset',
  UserPasswordReset: 'user-password-changed',
  UserPasswordChanged: 'user-password-changed',
  UserSignInSlowed: 'user-sign-in-slowed',
  UserPasswordKnown: 'user-password-known',
  UserPasswordEnded: 'user-password-ended',
  UserGivenCheckpoint: 'user-checkpoint',
  UserToldOfMoneyTakenBack: 'user-money-taken-back',
} as const satisfies Partial<Record<UserEvent['type'], MailKind>>

/** Whether someone waits for the email at a screen. Such emails go out first. */
const isUrgent: Record<Extract<MailKind, `user-${string}`>, boolean> = {
  'user-activation': true,
  'user-password-reset': true,
  'user-password-changed': true,
  'user-sign-in-slowed': true,
  'user-password-known': true,
  'user-password-ended': true,
  'user-checkpoint': false,
  'user-money-taken-back': false,
}

type MailedEvent = Extract<UserEvent, { type: keyof typeof kinds }>
const isMailed = (event: UserEvent): event is MailedEvent => event.type in kinds

/** The first superadministrator, whom the system creates, gets no email. */
const kindOf = (recorded: RecordedEvent): MailKind | null => {
  const { event, metadata } = userEvents.decode(recorded)
  if (event.type === 'UserCreated' && metadata.actor.kind === 'system') return null
  return isMailed(event) ? kinds[event.type] : null
}

const compose = async (
  recorded: RecordedEvent,
  stream: RecordedEvent[],
  options: ComposeOptions,
): Promise<Mail | null> => {
  const { event, metadata } = userEvents.decode(recorded)
  if (!isMailed(event)) throw new Error(`${event.type} sends no mail`)
  const latest = stream.findLast(({ type }) => type === 'UserCreated' || type === 'UserUpdated')
  const details = latest && userEvents.decode(latest).event
  if (details?.type !== 'UserCreated' && details?.type !== 'UserUpdated')
    throw new Error(`${recorded.stream} does not begin with UserCreated`)
  const [personal] = await options.personalData.open([details.data.personal])
  if (!personal) return null
  const { firstname, lastname, email } = UserPersonal.parse(personal)
  return {
    to: { name: `${firstname} ${lastname}`, address: email },
    content: contentOf(event, metadata.at, { firstname, email }, options),
  }
}

const contentOf = (
  event: MailedEvent,
  at: string,
  { firstname, email }: Pick<UserPersonal, 'firstname' | 'email'>,
  { publicUrl, shop, tokenSecret }: ComposeOptions,
): MailContent => {
  const { userId } = event.data
  const about = { greeting: greetingTo(firstname), shop }
  const linkTo = (path: string, token: string) => `${publicUrl}/${path}/${token}`
  const resetPage = `${publicUrl}/request-reset-password`
  switch (event.type) {
    case 'UserCreated':
    case 'UserInvited': {
      const href = linkTo('account-activation', mailedToken(tokenSecret, 'activation', userId))
      return welcome(about, { href, email, password: temporaryPassword(tokenSecret, userId) })
    }
    case 'UserPasswordResetRequested': {
      const token = mailedToken(tokenSecret, 'password-reset', event.data.resetId)
      return resetPassword(about, linkTo('reset-password', token))
    }
    case 'UserSignInSlowed': {
      const token = mailedToken(tokenSecret, 'known-device', event.data.linkId)
      return signInSlowed(about, linkTo('known-device', token))
    }
    case 'UserPasswordKnown':
      return passwordKnown(about, { at, href: resetPage })
    case 'UserPasswordEnded':
      return passwordEnded(about, { at, href: resetPage })
    case 'UserGivenCheckpoint':
      return checkpointOfDay(about, event.data)
    case 'UserToldOfMoneyTakenBack':
      return moneyTakenBack(about, event.data, `${publicUrl}/dashboard/money?tab=takenback`)
    case 'UserPasswordReset':
    case 'UserPasswordChanged':
      return passwordChanged(about, { at, href: resetPage })
  }
}

export const userMail: MailFeature = {
  eventTypes: Object.keys(kinds),
  kinds: Object.keys(isUrgent),
  urgentKinds: Object.entries(isUrgent).flatMap(([kind, urgent]) => (urgent ? [kind] : [])),
  kindOf,
  compose,
}
