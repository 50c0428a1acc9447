import { type BankLine, owedKobo } from '@strand/contracts/money/bank-line'
import { Link } from 'react-router-dom'
import { Day } from '../../shared/format/dates.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import '../../shared/order/order-facts.css'
import { formatKobo } from '@strand/contracts/money/kobo'
import { Fact } from '../../shared/format/fact.tsx'
import { lineWarning } from '../../shared/order/money/line-warning.ts'
import { Kobo } from '../kobo.tsx'
import { freeKobo } from '../lines/line-actions.ts'
import { setAsideKinds } from '../lines/line-status.tsx'
import { owedWords } from '../lines/owed-part.ts'
import { type ShownLine, useBankAccounts } from '../money-calls.ts'

/** What the bank says about a line, and what staff have decided about it. */
export const LineFacts = ({
  line,
  isShort,
  onLeave,
}: {
  line: ShownLine
  /** Whether to show only amount and status, because the rest is already on the screen. */
  isShort: boolean
  onLeave: () => void
}) => {
  const { data: accounts = [] } = useBankAccounts()
  const account = accounts.find(({ bankAccountId }) => bankAccountId === line.bankAccountId)
  return (
    <>
      <p className="line-head">
        <strong className="line-amount">
          <Kobo amount={line.amountKobo} />
        </strong>
        <span>{headlineOf(line)}</span>
      </p>
      {lineWarning(line) && (
        <p className="line-reversed">
          {lineWarning(line)}.{line.allocations.length > 0 && ' Please look at its orders.'}
        </p>
      )}
      {!isShort && (
        <dl className="facts line-facts">
          <Fact term="Payer">{line.payer}</Fact>
          <Fact term="Narration" isWide>
            {line.narration}
          </Fact>
          <Fact term="Booked">
            <Day on={line.bookedOn} />
          </Fact>
          <Fact term="Value date">{line.valueOn && <Day on={line.valueOn} />}</Fact>
          <Fact term="Reference">{line.reference}</Fact>
          <Fact term="Balance afterwards">
            {line.balanceKobo !== null && <Kobo amount={line.balanceKobo} />}
          </Fact>
          <Fact term="Account">{account && `${account.bankName}, ${account.accountNumber}`}</Fact>
          <Fact term={owedTerm(line)}>
            {owedKobo(line) > 0 && <Kobo amount={owedKobo(line)} />}
          </Fact>
          <Fact term="Set aside">
            {line.setAside &&
              [setAsideKinds[line.setAside.kind], line.setAside.note].filter(Boolean).join(': ')}
          </Fact>
        </dl>
      )}
      <PaidOrders line={line} onLeave={onLeave} />
    </>
  )
}

const owedTerm = ({ amountKobo, stillOwedKobo }: ShownLine): string => {
  if (amountKobo < 0) return 'Pays customers back'
  return stillOwedKobo === 0 ? 'Paid back' : 'Owed back'
}

const headlineOf = (line: ShownLine): string => {
  if (line.status === 'matched') return line.allocations.length > 0 ? 'Matched' : owedWords(line)
  if (line.status === 'setaside') return 'Set aside'
  if (line.status === 'debit') return 'Left the account'
  if (line.status === 'probablysame') return 'Probably the same as a known line'
  if (line.status === 'merged') return 'Merged into a known line'
  return line.allocatedKobo > 0 ? `${formatKobo(freeKobo(line))} is unmatched` : 'Unmatched'
}

const PaidOrders = ({ line, onLeave }: { line: BankLine; onLeave: () => void }) => {
  if (line.allocations.length === 0) return null
  return (
    <section aria-label="Orders that it pays for">
      <h3>It pays for</h3>
      <ul className="line-orders">
        {line.allocations.map(({ orderId, amountKobo }) => (
          <li key={orderId}>
            <Link className="order-id" to={paths.orderOf(orderId)} onClick={onLeave}>
              {orderId}
            </Link>
            <Kobo amount={amountKobo} />
          </li>
        ))}
      </ul>
    </section>
  )
}
