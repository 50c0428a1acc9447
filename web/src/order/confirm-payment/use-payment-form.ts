import { invalidFormText } from '@strand/contracts/error-texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOnlineStatus } from '../../shared/browser/use-online-status.ts'
import { dismissToast, toast } from '../../shared/feedback/toast.ts'
import type { FormErrors } from '../../shared/forms/form-errors.ts'
import { type Draft, type FieldName, saveDraft } from './draft/draft.ts'
import { dropPaymentCode, paymentCode } from './draft/payment-code.ts'
import { deliveryQuery, locationsQuery, productsQuery, salesIdQuery } from './form-api.ts'
import { uploadedOf, useProofs } from './proofs/use-proofs.ts'
import { stepOf } from './steps/steps.ts'
import { useStep } from './steps/use-step.ts'
import { submissionNotice } from './submission/submission-notice.ts'
import { useSubmission } from './submission/use-submission.ts'
import { useChoices } from './use-choices.ts'

/** The parts that all steps share: the draft, the shop's lists, the proofs and the submission. */
export const usePaymentForm = () => {
  const queryClient = useQueryClient()
  const choices = useChoices(() => {
    void proofs?.clear()
    submission.showSentElsewhere()
  })
  const { rules, products, locations, delivery, changes, retryLists } = choices
  const { draft, update, ...drafts } = choices.drafts
  const sales = useQuery(salesIdQuery)
  const { list: proofList, uploader: proofs } = useProofs()
  const online = useOnlineStatus()
  const { step, goTo } = useStep(draft, update, rules)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FormErrors>({})
  const complaint = useRef(0)

  const submission = useSubmission({
    submission: draft.submission,
    key: draft.key,
    keep: (next) => {
      const changed = { submission: next, ...(next && { key: next.key }) }
      // Stores the draft before anything is sent. If the tab is killed now, it must know the key
      // when it reopens.
      saveDraft({ ...draft, ...changed })
      update(changed)
    },
    onTaken: (payload) => {
      drafts.drop()
      dropPaymentCode(payload.paymentCode)
      void proofs?.clear()
    },
    onRefused: (status, errors) => {
      setServerErrors(errors)
      if (stepOf(Object.keys(errors)) < (step ?? 1)) goTo(stepOf(Object.keys(errors)))
      // The shop knows this key for an order with different details. Without a key, the next
      // Confirm sends a new order.
      if (status === 422) update({ key: '' })
      if (errors.files) void proofs?.sendAgain()
    },
    onConflict: async () => {
      await queryClient.refetchQueries({ queryKey: ['form'], type: 'active' })
      const fresh = {
        products: queryClient.getQueryData(productsQuery.queryKey)?.result,
        locations: queryClient.getQueryData(locationsQuery.queryKey)?.result,
        delivery: queryClient.getQueryData(deliveryQuery(draft.location).queryKey)?.result,
      }
      const waiting = { ...draft, submission: null }
      return Boolean(choices.follower?.followShop(waiting, fresh)?.draft.old)
    },
  })

  const files = uploadedOf(proofList)
  const orderErrors = rules?.orderErrorsOf(draft, files) ?? {}
  const addressErrors = rules?.locationErrors(draft, delivery.data ?? null) ?? {}

  const change = (changed: Partial<Draft>) => {
    update(changed)
    setServerErrors((previous) =>
      Object.fromEntries(Object.entries(previous).filter(([field]) => !(field in changed))),
    )
  }

  const complain = (errors: FormErrors) => {
    setTouched(new Set(Object.keys(errors)))
    complaint.current = toast.failure({
      title: invalidFormText,
      text: Object.values(errors).join('\n'),
    })
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.payment [aria-invalid="true"]')?.focus(),
    )
  }

  const confirm = () => {
    const found = { ...orderErrors, ...addressErrors }
    if (Object.keys(found).length > 0) return complain(found)
    if (!delivery.data || !rules) return
    const { order, errors } = rules.orderOf({
      draft,
      files,
      price: delivery.data.price,
      salesid: sales.data ?? '',
      paymentCode: paymentCode(),
    })
    if (!order) return complain(errors)
    dismissToast(complaint.current)
    choices.forgetChanges()
    void submission.submit(order)
  }

  return {
    rules,
    draft,
    change,
    changes,
    step,
    goTo,
    products,
    locations,
    delivery,
    salesId: sales.data ?? '',
    /** Whether the delivery price and the campaign are known; an order needs both. */
    isPriced: delivery.data !== undefined && !sales.isPending,
    proofs,
    proofList,
    online,
    retryLists,
    orderErrors,
    addressErrors,
    /**
     * The shop's message about a field. If there is none, the form's own error, once the customer
     * has left the field.
     */
    errorOf: (field: FieldName, errors: FormErrors): string | undefined =>
      serverErrors[field] ?? (touched.has(field) ? errors[field] : undefined),
    markTouched: (field: FieldName) => setTouched((previous) => new Set(previous).add(field)),
    confirm,
    phase: submission.phase,
    sent: submission.sent,
    refusal: submission.refusal,
    notice: submissionNotice({ ...submission, online }),
    orderAgain: () => {
      drafts.startOver()
      choices.forgetChanges()
      setTouched(new Set())
      setServerErrors({})
      submission.orderAgain()
      goTo(1)
    },
  }
}
export type PaymentForm = ReturnType<typeof usePaymentForm>
