import type { ApprovedOrder, BankLineRow, OfferedOrder } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { LeftToPeople } from '@strand/contracts/money/left-to-people'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { whyLeftToPeople } from '../../shared/order/money/left-to-people.tsx'
import { SignalWords } from '../../shared/order/money/signal-words.tsx'
import { StatusTag } from '../../shared/order/status-tag.tsx'
import { classNames } from '../../shared/style/class-names.ts'
import { freeKobo, lineActions } from './line-actions.ts'
import { nameOfLine } from './name-of-line.ts'
import { choicesOf, type Worklist } from './use-worklist.ts'

/**
 * The order that a line most likely pays for, or several to choose from. Each has its reasons and a
 * button that approves it.
 */
export const BestOrder = ({ line, work }: { line: BankLineRow; work?: Worklist | undefined }) => {
  const { lineId } = line
  const order = work ? work.chosenOf(line) : line.best
  if (!order)
    return line.approved ? (
      <div className="line-best">
        <Approved order={line.approved} />
        <ByHand line={line} dueKobo={line.approved.dueKobo} work={work} />
      </div>
    ) : (
      <span className="line-no-order">{noOrderWords(line)}</span>
    )
  const choices = work ? choicesOf(line) : []
  const busy = work?.busy.has(lineId) ?? false
  const approveWords = work?.isWarned(lineId)
    ? `Press again to approve for ${order.customer}`
    : 'Match and approve'
  return (
    <div className="line-best">
      {choices.length > 0 ? (
        <ol className="line-choices" aria-label="Orders that it may pay for, the likeliest first">
          {choices.map((choice, at) => (
            <li key={choice.orderId}>
              <button
                type="button"
                className={classNames('line-choice', choice === order && 'line-choice-chosen')}
                aria-pressed={choice === order}
                aria-keyshortcuts={String(at + 1)}
                aria-label={`${at + 1}: choose order ${choice.orderId} of ${choice.customer} for ${nameOfLine(line)}`}
                onClick={() => work?.choose(lineId, choice.orderId)}
              >
                <kbd>{at + 1}</kbd>
              </button>
              <About line={line} order={choice} />
            </li>
          ))}
        </ol>
      ) : (
        <About line={line} order={order} />
      )}
      {!order.only && order.signals.amount && choices.length === 0 && !line.approved && (
        <span className="second-line">Other money or orders may fit too</span>
      )}
      {!order.only && line.approved && (
        <>
          <Approved order={line.approved} />
          {line.approved.dueKobo > 0 && (
            <ByHand line={line} dueKobo={line.approved.dueKobo} work={work} likely="approved" />
          )}
        </>
      )}
      {work && order.signals.amount && order.leftToPeople !== 'old-price' && (
        <Button
          size="small"
          data-approve
          busy={busy}
          disabled={busy}
          aria-label={`${approveWords} order ${order.orderId} with ${nameOfLine(line)}`}
          onClick={() => work.approveRow(line)}
        >
          {approveWords}
        </Button>
      )}
      {!order.signals.amount && <ByHand line={line} dueKobo={order.dueKobo} work={work} />}
    </div>
  )
}

/** An order with its customer and its signals. `children` say more about the order. */
const OrderOfLine = ({
  order: { orderId, customer, signals, rule },
  status,
  children,
}: {
  order: Pick<OfferedOrder, 'orderId' | 'customer' | 'signals' | 'rule'>
  status?: OrderStatus
  children: ReactNode
}) => (
  <span className="line-about">
    <span>
      <Link className="order-id" to={paths.orderOf(orderId)}>
        {orderId}
      </Link>{' '}
      {customer} {status && <StatusTag status={status} />}
    </span>
    <SignalWords signals={signals} rule={rule} />
    {children}
  </span>
)

const About = ({ line, order }: { line: BankLineRow; order: OfferedOrder }) => {
  const { dueKobo, leftToPeople } = order
  const difference = freeKobo(line) - dueKobo
  return (
    <OrderOfLine order={order}>
      {difference !== 0 && (
        <span className="second-line">{dueKobo > 0 ? differenceWords(difference) : paidWords}</span>
      )}
      {leftToPeople && <span className="second-line">{firstWords(leftToPeople)}</span>}
    </OrderOfLine>
  )
}

/**
 * An approved order that the line names, or whose amount it fits. Staff match the line by hand, or
 * mark it as owed back.
 */
const Approved = ({ order }: { order: ApprovedOrder }) => (
  <OrderOfLine order={order} status={order.status}>
    <span className="second-line">
      {order.dueKobo > 0
        ? `Approved, but ${formatKobo(order.dueKobo)} of its money is not matched`
        : paidWords}
    </span>
  </OrderOfLine>
)

/**
 * The button for a line that does not have the amount of its most likely order. It opens the form
 * that matches the line by hand or, if the order already has all of its money, the form that marks
 * the line as owed back.
 */
const ByHand = ({
  line,
  dueKobo,
  work,
  likely,
}: {
  line: BankLineRow
  dueKobo: number
  work: Worklist | undefined
  /** Which order the form proposes: the chosen one by default. */
  likely?: 'approved'
}) => {
  const wanted = dueKobo > 0 ? 'match' : 'owe'
  const action = lineActions(line).find(({ form }) => form === wanted)
  if (!work || !action) return null
  return (
    <Button size="small" onClick={() => work.openForm(line.lineId, action.form, likely)}>
      {action.text}…<span className="for-screen-readers"> {nameOfLine(line)}</span>
    </Button>
  )
}

const paidWords = 'All of its money has already come'

const noOrderWords = (line: BankLineRow): string =>
  line.allocatedKobo > 0
    ? `No order fits the ${formatKobo(freeKobo(line))} that is left`
    : 'No order fits'

const firstWords = (reason: LeftToPeople): string =>
  reason === 'old-price'
    ? 'Sent at an old price that the customer confirmed: approve it in the review queue'
    : `Look at the order first: ${whyLeftToPeople(reason)}`

const differenceWords = (kobo: number): string =>
  kobo < 0 ? `${formatKobo(-kobo)} short` : `${formatKobo(kobo)} too much`
