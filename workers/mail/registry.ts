import type { MailKind } from '@strand/contracts/mail/mail'
import type { MailFeature } from './feature.ts'
import { orderMail } from './order.ts'
import { userMail } from './user.ts'

type RegisteredMail = {
  feature: MailFeature
  /** Whether a stranger can make the shop send it to any address: such mails are limited. */
  isLimited: boolean
  /** Whether someone is waiting for it at a screen: such mails go out first. */
  isUrgent: boolean
}

const fromOrder = { feature: orderMail, isLimited: false, isUrgent: false }
const fromUser = { feature: userMail, isLimited: false, isUrgent: true }

/** Every kind of mail, with the feature that composes it. */
export const mailRegistry: Record<string, RegisteredMail> = {
  'order-received': { feature: orderMail, isLimited: true, isUrgent: false },
  'order-confirmed': fromOrder,
  'order-status-changed': fromOrder,
  'order-change-undone': fromOrder,
  'order-archived': fromOrder,
  'order-question': fromOrder,
  'order-money-owed': fromOrder,
  'order-money-paid-back': fromOrder,
  'user-activation': fromUser,
  'user-password-reset': fromUser,
  'user-password-changed': fromUser,
  'user-sign-in-slowed': fromUser,
  'user-password-known': fromUser,
  'user-password-ended': fromUser,
  'user-checkpoint': { feature: userMail, isLimited: false, isUrgent: false },
  'user-money-taken-back': { feature: userMail, isLimited: false, isUrgent: false },
} satisfies Record<MailKind, RegisteredMail>

export const mailFeatures = [...new Set(Object.values(mailRegistry).map(({ feature }) => feature))]
