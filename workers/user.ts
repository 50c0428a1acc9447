import { UserEvent, UserPersonal } from '@strand/contracts/user.events'
import type { RecordedEvent } from '@strand/platform/event-store'
import { mailedToken, temporaryPassword } from '@strand/platform/mailed-token'
import { type ComposeOptions, greetingTo, type Mail, type MailFeature } from './mail.ts'
import { passwordChanged, resetPassword, signInSlowed, welcome } from './templates/user.ts'

const kinds: Record<string, string> = {
  UserCreated: 'user-activation',
  UserPasswordResetRequested: 'user-password-reset',
  UserPasswordReset: 'user-password-changed',
  UserPasswordChanged: 'user-password-changed',
  UserSignInSlowed: 'user-sign-in-slowed',
}

/** The first superadministrator, created by the system itself, is already active. */
const kindOf = (event: RecordedEvent): string | null => {
  const { actor } = event.metadata
  const bySystem = typeof actor === 'object' && actor !== null && 'kind' in actor
  if (event.type === 'UserCreated' && bySystem && actor.kind === 'system') return null
  return kinds[event.type] ?? null
}

const compose = async (
  recorded: RecordedEvent,
  stream: RecordedEvent[],
  { personalData, publicUrl, shop, tokenSecret }: ComposeOptions,
): Promise<Mail | null> => {
  const event = readUser(recorded)
  const details = stream
    .filter(({ type }) => type === 'UserCreated' || type === 'UserUpdated')
    .map(readUser)
    .findLast((one) => 'personal' in one.data)
  if (!details || !('personal' in details.data))
    throw new Error(`${recorded.stream} does not begin with UserCreated`)
  const [personal] = await personalData.open([details.data.personal])
  if (!personal) return null
  const { firstname, lastname, email } = UserPersonal.parse(personal)
  const { userId } = event.data
  const about = { greeting: greetingTo(firstname), shop }
  const to = { name: `${firstname} ${lastname}`, address: email }
  const linkTo = (path: string, token: string) => `${publicUrl}/${path}/${token}`
  if (event.type === 'UserCreated') {
    const href = linkTo('account-activation', mailedToken(tokenSecret, 'activation', userId))
    const password = temporaryPassword(tokenSecret, userId)
    return { to, letter: welcome(about, { href, email, password }) }
  }
  if (event.type === 'UserPasswordResetRequested') {
    const token = mailedToken(tokenSecret, 'password-reset', event.data.resetId)
    return { to, letter: resetPassword(about, linkTo('reset-password', token)) }
  }
  if (event.type === 'UserSignInSlowed') {
    const token = mailedToken(tokenSecret, 'known-device', event.data.linkId)
    return { to, letter: signInSlowed(about, linkTo('known-device', token)) }
  }
  const at = typeof recorded.metadata.at === 'string' ? recorded.metadata.at : ''
  const href = `${publicUrl}/request-reset-password`
  return { to, letter: passwordChanged(about, { at, href }) }
}

const readUser = ({ type, data }: RecordedEvent): UserEvent => UserEvent.parse({ type, data })

export const userMail: MailFeature = { eventTypes: Object.keys(kinds), kindOf, compose }
