import type { OrderFlag, OrderRow } from '@strand/contracts/order/staff'
import { lazy, Suspense, useState } from 'react'
import { DialogOutline } from '../../shared/dialogs/dialog-outline.tsx'
import { WholeValues } from '../../shared/order/whole-values.tsx'
import { classNames } from '../../shared/style/class-names.ts'
import './order-flags.css'

const CompareOrders = lazy(async () => ({
  default: (await import('./dialogs/compare-orders.tsx')).CompareOrders,
}))

const meaning: Record<OrderFlag, { text: string; why: string }> = {
  'taken-back': {
    text: 'Money taken back',
    why: 'The bank took back money that pays for this order, and nobody has dealt with it',
  },
  unmatched: {
    text: 'Money unmatched',
    why: 'The order was approved with money that was unmatched later: match other money, or undo the approval',
  },
  'same-proof': { text: 'Same proof', why: 'Another order has the same proof file' },
  'same-payment': {
    text: 'Same payment',
    why: 'Another order within 72 hours has the same account name and amount',
  },
  'unpromised-price': {
    text: 'Old price, confirmed anyway',
    why: 'The customer had sent the old amount and confirmed anyway: write to them before you approve',
  },
  'old-price': {
    text: 'Old price',
    why: 'The shop had promised these prices to the customer before they changed',
  },
  'other-amount': {
    text: 'Another amount sent',
    why: 'The customer said they had sent another amount: check which amount arrived, and write to them about the difference',
  },
  waiting: { text: 'Over 24 h', why: 'Pending for more than 24 hours' },
  international: { text: 'International', why: 'The delivery goes abroad' },
}

const isAlarm = (flag: OrderFlag) =>
  ['taken-back', 'unmatched', 'unpromised-price', 'other-amount'].includes(flag) ||
  flag.startsWith('same')

export const likenessOf = ({ sameAs }: OrderRow): string =>
  sameAs.map(({ flag, orderid }) => `${meaning[flag].text} as ${orderid}`).join('; ')

/**
 * A proof that another order also uses is no reason for alarm if the order's own money has arrived.
 */
const isQuiet = (flag: OrderFlag, isProven: boolean): boolean => isProven && flag === 'same-proof'

/** Whether an approval needs a second press, because the order looks like another one. */
export const looksAlike = ({ sameAs }: OrderRow, isProven: boolean): boolean =>
  sameAs.some(({ flag }) => !isQuiet(flag, isProven))

/**
 * The order's alarming flags in one line. A phone needs it, because there the flags are below the
 * picture of the proof.
 */
export const AlarmLine = ({ order, isProven }: { order: OrderRow; isProven: boolean }) => {
  const alarms = order.flags.filter(isAlarm)
  if (alarms.length === 0) return null
  const isLoud = alarms.some((flag) => !isQuiet(flag, isProven))
  return (
    <p className={classNames('alarm-line', isLoud && 'alarm-line-loud')} aria-hidden="true">
      {isLoud ? '⚠ ' : '• '}
      {alarms.map((flag) => meaning[flag].text).join(' · ')}
    </p>
  )
}

/**
 * An order's flags. Each has an icon, a color and words, so that no flag relies on color alone. A
 * flag about another order names that order, and offers to compare the two. With `brief`, it does
 * neither.
 */
export const OrderFlags = ({
  order,
  brief = false,
  isProven = false,
}: {
  order: OrderRow
  brief?: boolean
  isProven?: boolean
}) => {
  const [otherId, setOtherId] = useState<string | null>(null)
  const { flags, sameAs } = order
  if (flags.length === 0) return null
  return (
    <>
      <ul className="flags" aria-label="Needs attention">
        {flags.map((flag) => {
          const other = brief ? undefined : sameAs.find((one) => one.flag === flag)?.orderid
          const quiet = isQuiet(flag, isProven)
          return (
            <li
              key={flag}
              className={quiet ? 'flag' : `flag flag-${flag}`}
              title={meaning[flag].why}
            >
              <span aria-hidden="true">{isAlarm(flag) && !quiet ? '⚠ ' : '• '}</span>
              {other === undefined ? (
                meaning[flag].text
              ) : (
                <button type="button" className="flag-other" onClick={() => setOtherId(other)}>
                  <WholeValues text={`${meaning[flag].text} as ${other}`} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {otherId && (
        <Suspense fallback={<DialogOutline what="other order" />}>
          <CompareOrders order={order} otherId={otherId} onClose={() => setOtherId(null)} />
        </Suspense>
      )}
    </>
  )
}
