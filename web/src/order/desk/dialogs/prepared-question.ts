import { formatNaira } from '@strand/contracts/naira'
import type { QuestionKind } from '@strand/contracts/order/question-kind'
import type { OrderRow } from '@strand/contracts/order/staff'

/** The shop's own words for each kind of question, which staff may change before they send them. */
export const preparedQuestion = (
  kind: QuestionKind,
  { accountname, total }: Pick<OrderRow, 'accountname' | 'total'>,
): string => {
  const amount = formatNaira(total)
  switch (kind) {
    case 'notfound':
      return `We cannot find your payment of ${amount} from the account ${accountname} yet. Which bank did you pay from, on which day, and to which of our accounts? Please send us your bank’s receipt.`
    case 'proof':
      return 'We cannot read your proof of payment. Please send us a sharper photo or a screenshot that shows the amount, the date and the name of the account.'
    case 'amount':
      return `Your order comes to ${amount}, but we see a payment of another amount. Please send us proof of the missing part, or tell us what we’ve missed.`
    case 'other':
      return ''
  }
}
