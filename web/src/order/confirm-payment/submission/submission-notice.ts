import { maxAttempts, type Phase } from './submission.ts'

type SubmissionNotice = { kind: 'info' | 'warning'; text: string; busy: boolean }

const keepOpen = 'Please keep this page open.'

/**
 * Says whether the order arrived, as far as the page knows. Unlike the specification's toasts, this
 * notice stays beside the button for as long as it is true.
 */
export const submissionNotice = ({
  phase,
  attempt,
  isUnknown,
  online,
}: {
  phase: Phase
  attempt: number
  isUnknown: boolean
  online: boolean
}): SubmissionNotice | null => {
  const busy = (text: string): SubmissionNotice => ({ kind: 'info', text, busy: true })
  if (phase === 'sending')
    return busy(`We are sending your order… This may take half a minute. ${keepOpen}`)
  if (phase === 'queued')
    return busy(
      `The shop is busy, and your order is waiting its turn… Try ${attempt} of ${maxAttempts}. ${keepOpen}`,
    )
  if (phase === 'checking')
    return busy(`We are checking your order… Try ${attempt} of ${maxAttempts}. ${keepOpen}`)
  if (phase === 'confirmed') return busy('Your order arrived. Your receipt is opening…')
  if (isUnknown) return { kind: 'warning', text: unknownText(online), busy: false }
  if (online) return null
  const text =
    'You’re offline. What you entered is kept on this phone: confirm it when you’re back online.'
  return { kind: 'info', text, busy: false }
}

const unknownText = (online: boolean): string => {
  const safe = 'Trying again is safe: your order will not be placed twice.'
  const when = online ? '' : ' You’re offline: try again when you’re back online.'
  return `We don't know yet whether your order arrived. ${safe}${when}`
}
