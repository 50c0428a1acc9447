import { receiptPath } from '@strand/contracts/order/receipt-path'
import './log-proof.css'

/** The proof that the order is in the event log. Customers do not need it, but auditors might. */
export const LogProof = ({ orderId }: { orderId: string }) => (
  <details className="order-in-log">
    <summary>For auditors</summary>
    <p>
      Everything that happens to an order is written to a log that nobody can change unnoticed. This
      file proves that your order is in it. You do not need it to follow your order or to ask about
      it: it is for a program that checks the log.
    </p>
    <a href={receiptPath(orderId)} download>
      Proof that we have your order
    </a>
  </details>
)
