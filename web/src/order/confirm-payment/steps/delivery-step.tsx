import { toLine } from '@strand/contracts/characters'
import { formatNaira } from '@strand/contracts/naira'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../shared/buttons/button.tsx'
import { CopyButton } from '../../../shared/buttons/copy-button.tsx'
import { Loading } from '../../../shared/feedback/loading.tsx'
import { Field } from '../../../shared/fields/field.tsx'
import { Money } from '../../../shared/format/money.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { BankAccount } from '../../../shared/order/bank-account.tsx'
import { type Draft, fieldNames } from '../draft/draft.ts'
import { subtotalOf } from '../draft/order-summary.ts'
import { usePaymentCode } from '../draft/payment-code.ts'
import { FormNotices } from '../form-notices.tsx'
import { ProofUpload } from '../proofs/proof-upload.tsx'
import type { Phase } from '../submission/submission.ts'
import type { PaymentForm } from '../use-payment-form.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { OtherAmount } from './other-amount.tsx'
import { StepFrame } from './step-frame.tsx'
import { answerFirst, missingLine, priceLine, stepTitles } from './steps.ts'
import './delivery-step.css'

// Loaded separately: the step need not wait for the summary, because the customer enters nothing
// there.
const FoldedSummary = lazy(async () => ({
  default: (await import('./folded-summary.tsx')).FoldedSummary,
}))

const confirming = 'Confirming order...'
const confirmTexts: Record<Phase, string> = {
  idle: 'Confirm',
  sending: confirming,
  queued: confirming,
  checking: confirming,
  confirmed: 'Confirmed',
}

export const DeliveryStep = ({ form }: { form: PaymentForm }) => {
  const { phase } = form
  const waiting = waitingFor(form)
  const total = form.delivery.data ? subtotalOf(form.draft.lines) + form.delivery.data.price : null
  // Waits for uploads, because a file that is still uploading would not become part of the order.
  const ready =
    !isUnanswered(form) &&
    Object.keys(form.orderErrors).length === 0 &&
    !isUploading(form) &&
    form.isPriced &&
    form.online
  return (
    <StepFrame
      title={stepTitles[2] ?? ''}
      disabled={phase !== 'idle'}
      onSubmit={() => ready && phase === 'idle' && form.confirm()}
      className="step-delivery"
      actions={
        <>
          <FormNotices form={form} />
          <div className="step-actions step-actions-sticky step-confirm">
            <div className="step-actions-words" role="status">
              {total !== null && (
                <p className="step-summary">
                  <TotalWords total={total} draft={form.draft} />
                </p>
              )}
              {phase === 'idle' && waiting && <p className="step-missing">{waiting}</p>}
            </div>
            <div className="step-buttons">
              <Button
                variant="primary"
                type="submit"
                disabled={!ready || phase !== 'idle'}
                busy={phase !== 'idle' && phase !== 'confirmed'}
              >
                {confirmTexts[phase]}
              </Button>
            </div>
          </div>
          <Button
            variant="quiet"
            className="previous-page"
            disabled={phase !== 'idle'}
            onClick={() => form.goTo(2)}
          >
            Previous page
          </Button>
        </>
      }
    >
      <div className="step-part">
        <DeliveryFields form={form} />
      </div>
      <div className="step-part payment-card">
        <Transfer
          total={total}
          draft={form.draft}
          onSent={(paidamount) => form.change({ paidamount })}
        />
        <OwnPaymentCode paid={form.draft.paid} />
        <Field
          label={fieldNames.accountname}
          help="The name on the account you paid from."
          error={form.errorOf('accountname', form.orderErrors)}
        >
          {(control) => (
            <input
              {...control}
              name="accountname"
              autoComplete="name"
              enterKeyHint="done"
              required
              value={form.draft.accountname}
              onChange={(event) => form.change({ accountname: toLine(event.target.value) })}
              onBlur={() => form.markTouched('accountname')}
            />
          )}
        </Field>
        <ProofUpload form={form} />
      </div>
      <aside className="step-aside" aria-label="Your order">
        <Suspense fallback={<Loading />}>
          <FoldedSummary form={form} total={total} />
        </Suspense>
      </aside>
      <div className="step-part step-terms">
        <Terms form={form} />
      </div>
    </StepFrame>
  )
}

type Paid = { total: number | null; draft: Draft }

/**
 * Asks only for money that is still missing, never again for money that the customer says they have
 * sent.
 */
const Transfer = ({
  total,
  draft: { paid: hasPaid, paidamount: paid },
  onSent,
}: Paid & { onSent: (paidamount: number) => void }) => {
  if (!hasPaid || (paid !== null && total === null))
    return <BankAccount title="Send the money to" amount={total} />
  if (paid !== null && total !== null && total > paid)
    return (
      <>
        <BankAccount title="Send the rest to" amount={total - paid} />
        <p className="field-help">
          You can also confirm without the rest: we will write to you about it.
        </p>
        <OtherAmount onSent={onSent} />
      </>
    )
  return (
    <>
      {paid !== null && (
        <p className="paid-amount">
          You paid <strong>{formatNaira(paid)}</strong>
        </p>
      )}
      {paid === null && total !== null && (
        <p className="paid-amount">
          Your order comes to <strong>{formatNaira(total)}</strong>
        </p>
      )}
      {total !== null && <OtherAmount onSent={onSent} />}
      <BankAccount title="You paid to this account" />
    </>
  )
}

const TotalWords = ({
  total,
  draft: { paid: hasPaid, paidamount: paid },
}: Paid & { total: number }) => {
  if (paid === null)
    return (
      <>
        {hasPaid ? 'Your order comes to' : 'To transfer'} <Money amount={total} />
      </>
    )
  if (total <= paid)
    return (
      <>
        You paid <Money amount={paid} />
      </>
    )
  return (
    <>
      You paid <Money amount={paid} />; <Money amount={total - paid} /> still to transfer
    </>
  )
}

const OwnPaymentCode = ({ paid }: { paid: boolean }) => {
  const code = usePaymentCode()
  if (paid && code === '') return null
  return code === '' ? (
    <p>
      Not paid yet? <Link to={paths.pay}>Get a payment code</Link> to write on your transfer, so
      that we find your payment at once.
    </p>
  ) : (
    <p className="own-payment-code">
      Your payment code is <strong>{code}</strong> <CopyButton text={code} what="Payment code" />
    </p>
  )
}

const isUnanswered = ({ draft }: PaymentForm): boolean => draft.old !== null && !draft.insists

const isUploading = ({ proofList }: PaymentForm): boolean =>
  proofList.some(({ state }) => state === 'preparing' || state === 'uploading')

/** The text beside the button: what is missing, or what the form is waiting for. */
const waitingFor = (form: PaymentForm): string => {
  const uploading = isUploading(form)
  const { files, ...others } = { ...form.orderErrors, ...form.addressErrors }
  const missing = missingLine(uploading || !files ? others : { ...others, files })
  if (missing) return missing
  if (isUnanswered(form)) return answerFirst
  if (!form.online) return 'You are offline'
  if (uploading) return 'Your proof of payment is uploading…'
  if (!form.isPriced) return priceLine(form)
  if (form.proofList.some(({ state }) => state === 'failed'))
    return 'A file wasn’t uploaded: try again, or confirm without it'
  return ''
}

const Terms = ({ form }: { form: PaymentForm }) => {
  const error = form.errorOf('tandc', form.orderErrors)
  return (
    <div className="terms-check">
      <input
        id="tandc"
        type="checkbox"
        name="tandc"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'tandc-error' : undefined}
        checked={form.draft.tandc}
        onChange={(event) => {
          form.change({ tandc: event.target.checked })
          form.markTouched('tandc')
        }}
      />
      <label htmlFor="tandc">
        I accept the <Link to={paths.terms}>terms and conditions</Link>
      </label>
      {error && (
        <p id="tandc-error" className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
