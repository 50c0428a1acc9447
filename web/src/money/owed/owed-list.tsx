import { dayInWords } from '@strand/contracts/day-words'
import { lagosDay } from '@strand/contracts/lagos-time'
import { formatKobo } from '@strand/contracts/money/kobo'
import { type Owed, owedEndpoints } from '@strand/contracts/order/owed'
import { Link, useSearchParams } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { serverNow } from '../../shared/api/server-time.ts'
import type { MenuEntry } from '../../shared/buttons/menu-button.tsx'
import { useRowDialog } from '../../shared/dialogs/use-row-dialog.ts'
import { Skeleton } from '../../shared/feedback/loading.tsx'
import { SelectField } from '../../shared/fields/select-field.tsx'
import { Day } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { formatTime } from '../../shared/format/time.ts'
import type { Column } from '../../shared/list/table/list-table.tsx'
import { TwoLines } from '../../shared/list/table/two-lines.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { WhatsAppDialog } from '../../shared/order/whatsapp-dialog.tsx'
import { moneyKey, useMoneyCounts } from '../../shared/server-state/money-counts.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { useCommand } from '../../shared/server-state/use-command.ts'
import { Freshness } from '../freshness.tsx'
import { Kobo } from '../kobo.tsx'
import { withLine } from '../line-address.ts'
import { OrderMoneyList, PaidLine } from '../order-money-list.tsx'
import './owed.css'
import { ageOf, owedText } from './owed-words.ts'
import { PayBackDialog } from './pay-back-dialog.tsx'
import { UnoweDialog } from './unowe-dialog.tsx'

const filters = ['state'] as const

type Kind = 'pay back' | 'unowe' | 'whatsapp'
const idOf = ({ owedId }: Owed) => owedId
const draftsOf = (owedId: string) => [`pay-back.${owedId}`, `not-owed.${owedId}`]

/** The debts to customers that have not been fully paid back yet, oldest first. */
export const OwedList = () => {
  const [params] = useSearchParams()
  const controls = useListState(filters)
  const query = usePage([...moneyKey, 'owed'], owedEndpoints.listOwed, controls.state)
  const dialog = useRowDialog<Kind, Owed>('owed', query.data?.data, idOf, draftsOf)
  const undo = useCommand({
    send: ({ debitLineId, owedId }: { rows: string[]; debitLineId: string; owedId: string }) =>
      call(owedEndpoints.unsettleBankLine, { params: { lineId: debitLineId }, body: { owedId } }),
    success: 'Undone',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
  })
  const menu = (row: Owed): MenuEntry[] => {
    const open = (kind: Kind) => () => dialog.show(kind, row)
    const { owedId, restKobo, paidBack } = row
    return [
      ...(restKobo > 0 ? [{ text: 'Paid back…', onSelect: open('pay back') }] : []),
      { text: 'WhatsApp…', onSelect: open('whatsapp') },
      ...(paidBack.length === 0 ? [{ text: 'Not owed…', onSelect: open('unowe') }] : []),
      ...paidBack.map(({ debitLineId, amountKobo }) => ({
        text: `Undo: ${formatKobo(amountKobo)} paid back`,
        onSelect: () => void undo.attempt({ rows: [owedId], debitLineId, owedId }),
      })),
    ]
  }
  const isSettled = controls.state.filters.state === 'settled'
  return (
    <>
      <div className="list-tools owed-tools">
        <SelectField
          label="Show"
          value={isSettled ? 'settled' : ''}
          onChange={(state) => controls.change({ filters: { state } })}
        >
          <option value="">Still owed</option>
          <option value="settled">Paid back</option>
        </SelectField>
        {/* The sum comes after the field, so that loading the sum does not move the field. */}
        <OwedSum />
      </div>
      <Freshness />
      <OrderMoneyList
        query={query}
        noun="amounts"
        controls={controls}
        empty={isSettled ? <NothingPaid /> : <NothingOwed />}
        label="Money owed back to customers"
        columns={columnsOf(params)}
        idOf={idOf}
        menu={menu}
      />
      {dialog.opened && <OpenedDialog {...dialog.opened} onClose={dialog.close} />}
    </>
  )
}

const OpenedDialog = ({ kind, row, onClose }: { kind: Kind; row: Owed; onClose: () => void }) => {
  if (kind === 'pay back') return <PayBackDialog row={row} onClose={onClose} />
  if (kind === 'unowe') return <UnoweDialog row={row} onClose={onClose} />
  return (
    <WhatsAppDialog
      orderId={row.orderid}
      prepared={(firstname) => owedText(row, firstname)}
      onClose={onClose}
    />
  )
}

const OwedSum = () => {
  const { data: counts, isPending } = useMoneyCounts()
  if (isPending)
    return (
      <p>
        <Skeleton width="12rem" />
      </p>
    )
  if (!counts || counts.owed === 0) return null
  return (
    <p>
      <strong>{formatKobo(counts.owedKobo)}</strong> is owed back
      {counts.owed > 1 && `, in ${formatNumber(counts.owed)} amounts`}.
    </p>
  )
}

const NothingOwed = () => (
  <>
    <h2>Nothing is owed back</h2>
    <p>
      If a customer pays twice, too much, or for an order that was archived, open the transfer under{' '}
      <strong>Unmatched</strong> and choose <strong>Mark as owed back</strong>. The customer gets an
      email, and the amount is listed here until a debit pays it back.
    </p>
  </>
)

const NothingPaid = () => (
  <>
    <h2>Nothing has been paid back yet</h2>
    <p>An amount is listed here once debits have paid all of it back.</p>
  </>
)

const Since = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    since {dayInWords(lagosDay(at))}
  </time>
)

const columnsOf = (params: URLSearchParams): Column<Owed>[] => [
  {
    header: 'Owed for',
    sortField: 'owedAt',
    cell: (row) => <TwoLines first={ageOf(row, serverNow())} second={<Since at={row.owedAt} />} />,
  },
  {
    header: 'Amount',
    numeric: true,
    sortField: 'restKobo',
    cell: ({ amountKobo, restKobo }) => (
      <TwoLines
        first={<Kobo amount={restKobo === 0 ? amountKobo : restKobo} />}
        second={restKobo > 0 && restKobo < amountKobo && `of ${formatKobo(amountKobo)}`}
      />
    ),
  },
  { header: 'Why', cell: ({ reason }) => <span className="owed-reason">{reason}</span> },
  {
    header: 'Transfer',
    secondary: true,
    cell: ({ lineId, paidOn, payer, reversed }) =>
      paidOn && (
        <TwoLines
          first={<PaidLine params={params} lineId={lineId} paidOn={paidOn} payer={payer} />}
          second={reversed && 'the bank took it back'}
        />
      ),
  },
  {
    header: 'Paid back',
    secondary: true,
    cell: ({ paidBack }) =>
      paidBack.length > 0 && (
        <ul className="owed-parts">
          {paidBack.map(({ debitLineId, on, amountKobo }) => (
            <li key={debitLineId}>
              {on ? (
                <Link to={withLine(params, { lineId: debitLineId, bookedOn: on })}>
                  <span className="whole">{formatKobo(amountKobo)}</span>, <Day on={on} />
                </Link>
              ) : (
                formatKobo(amountKobo)
              )}
            </li>
          ))}
        </ul>
      ),
  },
]
