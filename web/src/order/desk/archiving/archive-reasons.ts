import { maxReasonLength } from '@strand/contracts/order/archive-reason'
import { requiredText } from '@strand/contracts/text'
import { z } from 'zod'

/**
 * The reasons for archiving an order, each in words for colleagues and in words for the customer.
 */
export const archiveReasons = {
  unpaid: {
    title: 'No payment came',
    toCustomer:
      'We have not received a payment for this order, so we have closed it. If you did pay, please write to us and send us your bank’s receipt.',
  },
  proof: {
    title: 'The proof of payment is not genuine',
    toCustomer:
      'We could not confirm your payment with our bank, so we have closed this order. If you did pay, please write to us and send us your bank’s receipt.',
  },
  twice: {
    title: 'The same order was sent twice',
    toCustomer: 'You sent this order twice. We’ve kept the other one and closed this one.',
  },
  withdrawn: {
    title: 'The customer no longer wants it',
    toCustomer: 'As you asked, we have closed this order.',
  },
  silent: {
    title: 'The customer does not answer',
    toCustomer:
      'We asked you about this order and have not heard from you, so we have closed it. Please write to us if you still want it.',
  },
  test: { title: 'It was a test', toCustomer: 'This order was a test and is closed.' },
  other: { title: 'Another reason', toCustomer: '' },
} as const

export type ArchiveReasonKind = keyof typeof archiveReasons

const archiveReasonKinds = Object.keys(archiveReasons) as ArchiveReasonKind[]

/**
 * The reasons in the order in which the form lists them. If money was found, the reasons that
 * contradict it come last.
 */
export const archiveReasonsFor = (isPaid: boolean): ArchiveReasonKind[] => {
  const denies = (kind: ArchiveReasonKind) => kind === 'unpaid' || kind === 'proof'
  if (!isPaid) return archiveReasonKinds
  const [denying, others] = [true, false].map((is) =>
    archiveReasonKinds.filter((kind) => denies(kind) === is),
  )
  return [...(others ?? []), ...(denying ?? [])]
}

export const preparedReason = (kind: ArchiveReasonKind, tell: boolean): string => {
  if (kind === 'other') return ''
  const { title, toCustomer } = archiveReasons[kind]
  return tell ? toCustomer : title
}

/** Unlike the API, the screen requires a reason. */
export const ArchiveReasonForm = z.object({
  reason: requiredText('Please say why', maxReasonLength),
  tell: z.boolean(),
})
