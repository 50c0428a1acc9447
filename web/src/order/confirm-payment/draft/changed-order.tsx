import { formatNaira } from '@strand/contracts/naira'
import { Button } from '../../../shared/buttons/button.tsx'
import { useShop } from '../../../shared/server-state/use-shop.ts'
import { type Draft, notPaid } from './draft.ts'
import { wasPromised } from './follow-shop.ts'
import { subtotalOf } from './order-summary.ts'

export type ChangedForm = {
  draft: Draft
  delivery: { data: { price: number } | undefined }
  change: (changed: Partial<Draft>) => void
  /** Undefined on a page without steps. */
  goTo?: (step: number) => void
}

/**
 * Says that the order changed after the page showed its total. The customer may already have sent
 * the money, so the notice asks whether they did, and offers a next step for each answer.
 */
export const ChangedOrder = ({ form }: { form: ChangedForm }) => {
  const { draft, delivery, change } = form
  const { old } = draft
  if (!old) return null
  const seenTotal = subtotalOf(old.lines) + old.seen.price
  const before = formatNaira(seenTotal)
  const sent = { paid: true, paidamount: draft.paidamount ?? seenTotal }
  if (draft.insists)
    return (
      <div className="notice notice-info changed-order">
        <p className="notice-title">You are confirming with the {before} that you sent</p>
        <p>We will take your order with this amount and write to you about the change.</p>
        <Button
          size="small"
          onClick={() => change({ insists: false, old: null, seen: old.seen, ...notPaid })}
        >
          I have not sent it
        </Button>
      </div>
    )
  const isComplete = draft.lines.length > 0 && delivery.data !== undefined
  const now = isComplete ? formatNaira(subtotalOf(draft.lines) + (delivery.data?.price ?? 0)) : null
  return (
    <div className="notice notice-warning changed-order">
      <p className="notice-title">
        Your order has changed since you saw {before}
        {now && now !== before && `: it is ${now} now`}
      </p>
      <ul>
        {old.changes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h3>Have you sent {before} already?</h3>
      {wasPromised(draft) ? (
        <>
          <p>
            Then confirm anyway: we will take your order with this amount and write to you about the
            rest. Do not send the money again.
          </p>
          <Button
            onClick={() => {
              const { lines, seen } = old
              change({ insists: true, lines, location: seen.locationid, seen, ...sent })
              // If a product or location was removed, the form may show an earlier step.
              form.goTo?.(3)
            }}
          >
            I have sent {before}
          </Button>
        </>
      ) : (
        <>
          <p>
            Do not send the money again.{' '}
            {now
              ? `Confirm your order at ${now} anyway. We will see your ${before} arrive, and write to you about the difference.`
              : 'Please message us before you choose again. Your money is safe.'}
          </p>
          {now && (
            <Button onClick={() => change({ old: null, ...sent })}>I have sent {before}</Button>
          )}
        </>
      )}
      <h3>Have you not sent anything yet?</h3>
      <p>
        {now
          ? `Then transfer ${now}, and confirm with that amount.`
          : 'Then choose what is missing again: you will see the new total before you transfer it.'}
      </p>
      <Button onClick={() => change({ old: null, ...notPaid })}>
        {now ? `I will send ${now}` : 'Choose again'}
      </Button>
      <AskUs about={`My order was ${before} when I saw it, and has changed since.`} />
    </div>
  )
}

const AskUs = ({ about }: { about: string }) => {
  const { data: shop } = useShop()
  if (!shop?.whatsapp) return null
  const text = `Hello, I have a question. ${about}`
  return (
    <p>
      Not sure? Ask us on{' '}
      <a href={`https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(text)}`}>WhatsApp</a>.
    </p>
  )
}
