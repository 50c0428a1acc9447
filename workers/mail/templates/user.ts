import { formatKobo } from '@strand/contracts/money/kobo'
import { lagosTime, type MailContent, type ShopContact } from './content.ts'

type About = { greeting: string; shop: ShopContact }

const reasonOf = ({ shop }: About) =>
  `You are receiving this email because this is the address of your staff account at ${shop.name}.`

export const welcome = (
  about: About,
  { href, email, password }: { href: string; email: string; password: string },
): MailContent => ({
  subject: `Activate your account at ${about.shop.name}`,
  preview: 'Confirm your address, then choose your own password.',
  heading: `Welcome to ${about.shop.name}`,
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: 'An account was created for you. Confirm your address with the button, and then choose your own password to replace the temporary one below.',
    },
    { kind: 'button', label: 'Activate your account', href },
    { kind: 'facts', facts: [{ label: 'You sign in with', value: email }] },
    { kind: 'secret', label: 'Temporary password', value: password },
    { kind: 'note', text: 'The link works only once, and only within 72 hours.' },
  ],
  reason: reasonOf(about),
})

export const resetPassword = (about: About, href: string): MailContent => ({
  subject: `Reset your password at ${about.shop.name}`,
  preview: 'The link works only once, and only within one hour.',
  heading: 'Reset your password',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: 'Someone, probably you, asked for a new password for your account. Choose it here:',
    },
    { kind: 'button', label: 'Choose a new password', href },
    {
      kind: 'note',
      text: 'The link works only once, and only within one hour. If you did not ask for it, do nothing: your password stays the same.',
    },
  ],
  reason: reasonOf(about),
})

export const passwordChanged = (
  about: About,
  { at, href }: { at: string; href: string },
): MailContent => ({
  subject: `Your password at ${about.shop.name} was changed`,
  preview: 'If it was not you, reset your password now.',
  heading: 'Your password was changed',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: `The password of your account was changed on ${lagosTime(at)} (Lagos time). If it was you, you need not do anything.`,
    },
    {
      kind: 'text',
      text: `If it was not you, reset your password now and tell ${about.shop.supportEmail}.`,
    },
    { kind: 'button', label: 'Reset your password', href },
  ],
  reason: reasonOf(about),
})

export const passwordKnown = (
  about: About,
  { at, href }: { at: string; href: string },
): MailContent => ({
  subject: `Someone knows your password at ${about.shop.name}`,
  preview: 'They did not get in: your second factor stopped them. Choose a new password now.',
  heading: 'Someone knows your password',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: `Someone passed the first step of your sign-in and then entered ten wrong codes in a row, the last one on ${lagosTime(at)} (Lagos time). They did not get in.`,
    },
    {
      kind: 'text',
      text: `If it was you, you need not do anything. If not, choose a new password now, and use it nowhere else. If you sign in at a provider, secure your account there as well. Tell ${about.shop.supportEmail} if it continues.`,
    },
    { kind: 'button', label: 'Choose a new password', href },
    { kind: 'note', text: 'After a hundred wrong codes in a row your password stops working.' },
  ],
  reason: reasonOf(about),
})

export const passwordEnded = (
  about: About,
  { at, href }: { at: string; href: string },
): MailContent => ({
  subject: `Your password at ${about.shop.name} no longer works`,
  preview: 'Someone who knew it tried to guess your second factor. Choose a new one.',
  heading: 'Your password no longer works',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: `Someone passed the first step of your sign-in and then entered a hundred wrong codes in a row, the last one on ${lagosTime(at)} (Lagos time). They did not get in, and your password no longer works, so that they cannot continue.`,
    },
    {
      kind: 'text',
      text: `You stay signed in where you are now. To sign in again, choose a new password that you use nowhere else. Please also tell ${about.shop.supportEmail}.`,
    },
    { kind: 'button', label: 'Choose a new password', href },
  ],
  reason: reasonOf(about),
})

export const signInSlowed = (about: About, href: string): MailContent => ({
  subject: `Failed sign-ins to your account at ${about.shop.name}`,
  preview: 'Your password was not guessed. With the link you can sign in without waiting.',
  heading: 'Someone is trying to sign in as you',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: 'There were ten failed sign-ins to your account within 15 minutes. For now, all browsers that you have not used before together get one attempt every 30 seconds. Browsers that you have signed in with since your last change of password are not slowed down.',
    },
    {
      kind: 'text',
      text: 'If you cannot sign in because of this, open the link in the browser you want to use, and then sign in there with your password.',
    },
    { kind: 'button', label: 'Use this browser', href },
    {
      kind: 'note',
      text: `The link works only once, and only within 24 hours. Nobody can sign in with it without the password. If it was not you, you need not do anything; tell ${about.shop.supportEmail} if it continues.`,
    },
  ],
  reason: reasonOf(about),
})

/**
 * The checkpoint is a block of its own with fixed line breaks, because people store its exact text.
 */
export const checkpointOfDay = (
  about: About,
  { day, note }: { day: string; note: string },
): MailContent => ({
  subject: `The log of ${about.shop.name} on ${day}`,
  preview: 'Keep this email: with it you can prove later that nothing was changed.',
  heading: `The checkpoint of ${day}`,
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: 'This is the last signed checkpoint of the shop’s event log on that day. Keep this email where the shop cannot reach it. From now on, you can prove any change to the events that it covers.',
    },
    { kind: 'message', from: 'The log', text: note },
    {
      kind: 'note',
      text: 'To check it later, save the lines above, from the name of the log to the end of the signature, as a text file, and pass that file to "npm run verify -- --since".',
    },
  ],
  reason: reasonOf(about),
})

export const moneyTakenBack = (
  about: About,
  { payments, amountKobo }: { payments: number; amountKobo: number },
  href: string,
): MailContent => {
  const what = payments === 1 ? 'One payment' : `${payments} payments`
  const orders = payments === 1 ? 'an approved order' : 'approved orders'
  return {
    subject: `The bank took back ${formatKobo(amountKobo)} at ${about.shop.name}`,
    preview: `${what} of ${orders} may be missing. Please deal with it.`,
    heading: 'The bank took money back',
    greeting: about.greeting,
    blocks: [
      {
        kind: 'text',
        text: `A later bank transaction reversed, or may have reversed, ${what.toLowerCase()} of ${orders}: ${formatKobo(amountKobo)} in all. Before you ship, check which orders are affected, and record what was done.`,
      },
      { kind: 'button', label: 'Deal with it', href },
      { kind: 'note', text: 'You get this email at most once an hour.' },
    ],
    reason: reasonOf(about),
  }
}
