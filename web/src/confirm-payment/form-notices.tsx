import { useEffect, useRef } from 'react'
import type { PaymentForm } from './use-payment-form.ts'
import './form-notices.css'

/**
 * Notices about the whole form: no network, an order with an unknown outcome, a refusal, changed
 * prices.
 */
export const FormNotices = ({ form }: { form: PaymentForm }) => {
  const notices = useRef<HTMLDivElement>(null)
  // A refusal arrives while the customer is looking at the button far below.
  useEffect(() => {
    if (form.refusal) notices.current?.focus()
  }, [form.refusal])
  return (
    <div ref={notices} tabIndex={-1} className="form-notices">
      <div role="status">
        {!form.online && (
          <p className="notice notice-info">
            You are offline. What you entered is kept on this phone: confirm it when you are back.
          </p>
        )}
        {form.phase === 'checking' && (
          <p className="notice notice-info">
            <span className="spinner" aria-hidden="true" />
            We are checking your order… Please keep this page open.
          </p>
        )}
      </div>
      <div role="alert">
        {form.refusal && <p className="notice notice-failure">{form.refusal}</p>}
        {form.changes.length > 0 && (
          <div className="notice notice-warning">
            <p className="notice-title">Please look at your order again</p>
            <ul>
              {form.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  )
}
