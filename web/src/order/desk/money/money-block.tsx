import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import { Button } from '../../../shared/buttons/button.tsx'
import { Outline } from '../../../shared/feedback/outline.tsx'
import { LeftToPeopleNote } from '../../../shared/order/money/left-to-people.tsx'
import { OwedNote } from '../../../shared/order/money/owed-note.tsx'
import { Freshness, ReceivedMoney } from '../../../shared/order/money/received-money.tsx'
import { TakenBackNote } from '../../../shared/order/money/taken-back-note.tsx'
import { isPaid } from './candidates.ts'
import { MoneyChoices } from './money-choices.tsx'
import type { ChosenMoney } from './use-chosen-money.ts'
import '../../../shared/order/money/money.css'

/**
 * Shows the reviewer what the bank says about the order's payment. Renders nothing in a shop that
 * has never imported a statement.
 */
export const MoneyBlock = ({
  money,
  keys,
  isAwaited = false,
}: {
  money: ChosenMoney
  /** Whether the number keys choose the money. */
  keys: boolean
  /** Whether *Approve* was pressed before the payment had loaded. */
  isAwaited?: boolean
}) => {
  const { payment, query, choices, chosen } = money
  if (isAwaited) return <Outline what="money" rows={2} />
  if (query.isError && !payment)
    return (
      <section className="order-money" aria-label="Money">
        <p className="order-money-fresh">
          The money could not be looked up.{' '}
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      </section>
    )
  if (!payment || payment.newestLineOn === null) return null
  return (
    <section className="order-money" aria-label="Money">
      <h2 className="order-money-title">Money</h2>
      <TakenBackNote takenBack={payment.takenBack} />
      <OwedNote owed={payment.owed} />
      <ReceivedMoney payment={payment} />
      <MoneyChoices money={money} keys={keys} />
      <LeftToPeopleNote leftToPeople={payment.leftToPeople} />
      {choices.length > 0 && !chosen && (
        <p className="order-money-fresh">{howToChoose(choices.length, keys, payment.evidence)}</p>
      )}
      {payment.candidates.length === 0 && !isPaid(payment) && <Freshness payment={payment} />}
    </section>
  )
}

/**
 * The text that says how to choose. It is also shown for a single choice, because people easily
 * think that this one is already chosen.
 */
const howToChoose = (count: number, keys: boolean, evidence: PaymentEvidence): string => {
  if (count > 1) return keys ? 'Compare, and choose by number.' : 'Compare, and choose.'
  const choose = keys ? 'press 1' : 'choose it'
  const otherwise = evidence === 'optional' ? ': otherwise the order is approved without it' : ''
  return `If this transfer pays for the order, ${choose} first${otherwise}.`
}
