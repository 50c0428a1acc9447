import { UserPersonal, userEvents } from '@strand/contracts/users/events'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import type { RecordedEvent } from '@strand/platform/event-store/event-store'
import { type ComposeOptions, greetingTo, type Mail, type MailFeature } from './feature.ts'
import { passwordChanged, resetPassword, signInSlowed, welcome } from './templates/user.ts'

const kinds: Record<string, string> = {
  UserCreated: 'user-activation',
  UserPasswordResetRequested: 'user-password-reset',
  UserPasswordReset: 'user-password-changed',
  UserPasswordChanged: 'user-password-changed',
  UserSignInSlowed: 'user-sign-in-slowed',
}

/** The first superadministrator, created by the system itself, is already active. */
const kindOf = (recorded: RecordedEvent): string | null => {
  const { event, metadata } = userEvents.decode(recorded)
  if (event.type === 'UserCreated' && metadata.actor.kind === 'system') return null
  return kinds[event.type] ?? null
}

const compose = async (
  recorded: RecordedEvent,
  stream: RecordedEvent[],
  { personalData, publicUrl, shop, tokenSecret }: ComposeOptions,
): Promise<Mail | null> => {
  const { event, metadata } = userEvents.decode(recorded)
  const sealed = stream
    .map((one) => userEvents.decode(one).event)
    .findLast((one) => one.type === 'UserCreated' || one.type === 'UserUpdated')
  if (!sealed) throw new Error(`${recorded.stream} does not begin with UserCreated`)
  const [personal] = await personalData.open([sealed.data.personal])
  if (!personal) return null
  const { firstname, lastname, email } = UserPersonal.parse(personal)
  const { userId } = event.data
  const about = { greeting: greetingTo(firstname), shop }
  const to = { name: `${firstname} ${lastname}`, address: email }
  const linkTo = (path: string, token: string) => `${publicUrl}/${path}/${token}`
  if (event.type === 'UserCreated') {
    const href = linkTo('account-activation', mailedToken(tokenSecret, 'activation', userId))
    const password = temporaryPassword(tokenSecret, userId)
    return { to, content: welcome(about, { href, email, password }) }
  }
  if (event.type === 'UserPasswordResetRequested') {
    const token = mailedToken(tokenSecret, 'password-reset', event.data.resetId)
    return { to, content: resetPassword(about, linkTo('reset-password', token)) }
  }
  if (event.type === 'UserSignInSlowed') {
    const token = mailedToken(tokenSecret, 'known-device', event.data.linkId)
    return { to, content: signInSlowed(about, linkTo('known-device', token)) }
  }
  const href = `${publicUrl}/request-reset-password`
  return { to, content: passwordChanged(about, { at: metadata.at, href }) }
}

export const userMail: MailFeature = { eventTypes: Object.keys(kinds), kindOf, compose }
