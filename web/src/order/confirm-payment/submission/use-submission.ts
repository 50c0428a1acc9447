import type { CreateOrder } from '@strand/contracts/order/order-form'
import { startTransition, useEffect, useRef, useState } from 'react'
import { isApiError, isOutcomeUnknown } from '../../../shared/api/api-error.ts'
import { failureNotice } from '../../../shared/api/error-catalogue.ts'
import { serverNow } from '../../../shared/api/server-time.ts'
import { randomId } from '../../../shared/browser/random-id.ts'
import { toast } from '../../../shared/feedback/toast.ts'
import { type FormErrors, firstErrorPerField } from '../../../shared/forms/form-errors.ts'
import { rememberOrder } from '../../../shared/order/recent-orders.ts'
import { isUntouched, type KeyedOrder, loadDraft } from '../draft/draft.ts'
import { sendOrder } from '../form-api.ts'
import { keepSentOrder, loadSentOrder, type SentOrder, sentFromAnyTab } from './sent-order.ts'
import { isRefused, type Phase, sendWithRetries } from './submission.ts'

/** In milliseconds: how long the button says "Confirmed" before the receipt replaces the form. */
const showConfirmed = 900

/**
 * The order that this tab sent. If it sent none, and there is no newer draft, the order that
 * another tab sent.
 */
const sentBefore = (): SentOrder | null =>
  loadSentOrder() ?? (isUntouched(loadDraft()) ? sentFromAnyTab() : null)

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Sends the order. `submission` is a stored order whose outcome is still unknown, if there is one.
 * `key` is the draft's idempotency key.
 */
export const useSubmission = ({
  submission,
  key,
  keep,
  onTaken,
  onRefused,
  onConflict,
}: {
  submission: KeyedOrder | null
  key: string
  keep: (submission: KeyedOrder | null) => void
  onTaken: (payload: CreateOrder) => void
  onRefused: (status: number, errors: FormErrors) => void
  /**
   * Called if the order no longer matches what the shop offers. Resolves to whether the form itself
   * now shows the change.
   */
  onConflict: () => Promise<boolean>
}) => {
  const [phase, setPhase] = useState<Phase>('idle')
  const [sent, setSent] = useState(sentBefore)
  const [refusal, setRefusal] = useState('')
  const [attempt, setAttempt] = useState(1)
  const [isUnknown, setUnknown] = useState(false)
  const running = useRef(false)

  const run = async (order: KeyedOrder, resumed: boolean) => {
    if (running.current) return
    running.current = true
    setRefusal('')
    setUnknown(false)
    setPhase('sending')
    try {
      const answer = await sendWithRetries({
        submission: order,
        resumed,
        send: sendOrder,
        onChecking: (next) => {
          setAttempt(next)
          setPhase('checking')
        },
        onQueued: (next) => {
          setAttempt(next)
          setPhase('queued')
        },
        pause,
      })
      const { orderId, message } = answer
      const sentAt = new Date(serverNow()).toISOString()
      const result = { orderId, message, sentAt, payload: order.payload }
      keepSentOrder(result)
      rememberOrder(orderId)
      onTaken(order.payload)
      setPhase('confirmed')
      await pause(showConfirmed)
      startTransition(() => setSent(result))
    } catch (error) {
      if (isRefused(error)) keep(null)
      const isSaid = isApiError(error) && error.status === 409 && (await onConflict())
      setPhase('idle')
      if (isSaid) return
      toast.failure(failureNotice(error, 'create-order'))
      if (isOutcomeUnknown(error) || !isApiError(error)) return setUnknown(true)
      setRefusal(error.message)
      onRefused(error.status, firstErrorPerField(error.details))
    } finally {
      running.current = false
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on opening, for an outcome that an earlier page left unknown
  useEffect(() => {
    if (submission) void run(submission, true)
  }, [])

  return {
    phase,
    /** In the phases `checking` and `queued`, the number of the current attempt. */
    attempt,
    /** True if the page cannot tell whether the shop received the last attempt. */
    isUnknown,
    sent,
    /** Why the shop refused the last attempt; the next attempt clears it. */
    refusal,
    submit: (payload: CreateOrder) => {
      const order = { key: submission?.key ?? (key || randomId()), payload }
      keep(order)
      return run(order, false)
    },
    /** Shows the order that another tab sent in place of this one. */
    showSentElsewhere: () => {
      const order = sentFromAnyTab()
      if (!order) return
      keepSentOrder(order)
      setSent(order)
    },
    orderAgain: () => {
      keepSentOrder(null)
      setSent(null)
      setPhase('idle')
      setRefusal('')
      setUnknown(false)
    },
  }
}
