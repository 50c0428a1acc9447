import { invalidFormText } from '@strand/contracts/error-texts'
import { CreateOrder } from '@strand/contracts/order/order'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOnlineStatus } from '../shared/browser/use-online-status.ts'
import { dismissToast, toast } from '../shared/feedback/toast.ts'
import type { FormErrors } from '../shared/forms/form-errors.ts'
import { type Draft, saveDraft } from './draft/draft.ts'
import { subtotalOf } from './draft/order-summary.ts'
import { useDraft } from './draft/use-draft.ts'
import { deliveryQuery, locationsQuery, productsQuery, salesIdQuery } from './form-api.ts'
import { uploadedOf } from './proofs/proof-uploader.ts'
import { useProofs } from './proofs/use-proofs.ts'
import {
  type FieldName,
  locationErrors,
  orderErrorsOf,
  orderFiles,
  orderLines,
  stepOf,
} from './steps/steps.ts'
import { useStep } from './steps/use-step.ts'
import { submissionNotice } from './submission/submission-notice.ts'
import { useSubmission } from './submission/use-submission.ts'

/** Everything the three steps share: the draft, the shop's lists, the proofs, the submission. */
// Long because it joins the draft, the proofs and the answers of the shop.
export const usePaymentForm = () => {
  const queryClient = useQueryClient()
  const products = useQuery(productsQuery)
  const locations = useQuery(locationsQuery)
  const sales = useQuery(salesIdQuery)
  const { draft, update, changes, ...drafts } = useDraft(products.data, locations.data, () => {
    void proofs?.clear()
  })
  const delivery = useQuery(deliveryQuery(draft.location))
  const { list: proofList, uploader: proofs } = useProofs()
  const online = useOnlineStatus()
  const { step, goTo } = useStep(draft, update)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FormErrors>({})
  const complaint = useRef(0)

  const submission = useSubmission({
    submission: draft.submission,
    key: draft.key,
    keep: (next) => {
      const changed = { submission: next, ...(next && { key: next.key }) }
      // Save before anything is sent: a tab that is killed now must know the key when it reopens.
      saveDraft({ ...draft, ...changed })
      update(changed)
    },
    onTaken: () => {
      drafts.drop()
      void proofs?.clear()
    },
    onRefused: (status, errors) => {
      setServerErrors(errors)
      if (stepOf(Object.keys(errors)) < step) goTo(stepOf(Object.keys(errors)))
      // The key has an order with other details: confirmed again, this is another order.
      if (status === 422) update({ key: '' })
      if (status === 409) void queryClient.invalidateQueries({ queryKey: ['form'] })
      if (errors.files) void proofs?.sendAgain()
    },
  })

  const files = uploadedOf(proofList)
  const orderErrors = orderErrorsOf(draft, files)
  const addressErrors = locationErrors(draft, delivery.data ?? null)

  const change = (changed: Partial<Draft>) => {
    update(changed)
    setServerErrors((previous) =>
      Object.fromEntries(Object.entries(previous).filter(([field]) => !(field in changed))),
    )
  }

  const confirm = () => {
    const errors = { ...orderErrors, ...addressErrors }
    if (Object.keys(errors).length > 0) {
      setTouched(new Set(Object.keys(errors)))
      complaint.current = toast.failure({
        title: invalidFormText,
        text: Object.values(errors).join('\n'),
      })
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('.payment [aria-invalid="true"]')?.focus(),
      )
      return
    }
    if (!delivery.data) return
    dismissToast(complaint.current)
    drafts.forgetChanges()
    void submission.submit(
      CreateOrder.parse({
        ...draft,
        products: orderLines(draft.lines),
        files: orderFiles(files),
        amount: subtotalOf(draft.lines) + delivery.data.price,
        salesid: sales.data ?? '',
      }),
    )
  }

  return {
    draft,
    change,
    changes,
    step,
    goTo,
    products,
    locations,
    delivery,
    salesId: sales.data ?? '',
    /** Whether everything needed to send an order is known: its delivery price and its campaign. */
    isPriced: delivery.isSuccess && !sales.isPending,
    proofs,
    proofList,
    online,
    /** Reloads every list that could not be loaded. */
    retryLists: () =>
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
    orderErrors: orderErrors,
    addressErrors: addressErrors,
    /** The shop's message about a field, or the field's own error once the customer has left it. */
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
      setTouched(new Set())
      setServerErrors({})
      submission.orderAgain()
      goTo(1)
    },
  }
}
export type PaymentForm = ReturnType<typeof usePaymentForm>
