import type { LeftToPeople } from '@strand/contracts/money/left-to-people'
import type { OrderPayment } from '@strand/contracts/money/order-payment'

const reasons: Record<LeftToPeople, string> = {
  amount: 'its transfer has another amount',
  several: 'its code is on more than one transfer or order',
  'partly-paid': 'part of its money had already arrived',
  reversed: 'the bank took its transfer back',
  'perhaps-reversed': 'a debit may have taken its transfer back',
  returned: 'the bank calls its transfer a return',
  earlier: 'its transfer came before its code was made',
  'same-name': 'another open order has the same total and the payer’s name',
  question: 'a question to the customer is open',
  proposal: 'someone has proposed to approve it',
  'same-proof': 'another order has the same proof',
  'old-price': 'the customer sent an amount that the shop no longer asks for',
  undone: 'an earlier decision about it was undone',
  'four-eyes': 'two people must approve an order of this size',
  'probably-same': 'its transfer may have been imported before',
  'set-aside': 'its transfer was set aside',
  unfinished: 'the statement with its transfer has not been imported completely',
  'not-money': 'the bank says that its transfer has not arrived in naira',
  'too-many': 'too many orders or transfers are open to compare them all',
}

/** The reason, worded as the end of a sentence. */
export const whyLeftToPeople = (reason: LeftToPeople): string => reasons[reason]

/** Says why an order was not approved automatically, although a transfer names it. */
export const LeftToPeopleNote = ({ leftToPeople }: Pick<OrderPayment, 'leftToPeople'>) =>
  leftToPeople && (
    <p className="order-money-fresh">
      Not approved automatically: {whyLeftToPeople(leftToPeople)}.
    </p>
  )
