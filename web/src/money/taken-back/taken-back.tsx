import { type TakenBack, takenBackEndpoints } from '@strand/contracts/order/taken-back'
import { Link, useSearchParams } from 'react-router-dom'
import { useRowDialog } from '../../shared/dialogs/use-row-dialog.ts'
import { Day } from '../../shared/format/dates.tsx'
import type { Column } from '../../shared/list/table/list-table.tsx'
import { TwoLines } from '../../shared/list/table/two-lines.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { StatusTag } from '../../shared/order/status-tag.tsx'
import { moneyKey } from '../../shared/server-state/money-counts.ts'
import { Freshness } from '../freshness.tsx'
import { Kobo } from '../kobo.tsx'
import { withLine } from '../line-address.ts'
import { OrderMoneyList, PaidLine } from '../order-money-list.tsx'
import { SeeToDialog } from './see-to-dialog.tsx'

const filters = [] as const
const idOf = ({ orderid, lineId }: TakenBack) => `${orderid}.${lineId}`
const draftsOf = (id: string) => [`see-to.${id}`]

/**
 * The amounts that the bank took back after they had paid for approved orders. Each stays in the
 * list until someone has dealt with it.
 */
export const TakenBackList = () => {
  const [params] = useSearchParams()
  const controls = useListState(filters)
  const query = usePage(
    [...moneyKey, 'taken-back'],
    takenBackEndpoints.listTakenBack,
    controls.state,
  )
  const dialog = useRowDialog<'see-to', TakenBack>('taken-back', query.data?.data, idOf, draftsOf)
  const menu = (row: TakenBack) => [
    { text: 'Deal with it…', onSelect: () => dialog.show('see-to', row) },
  ]
  return (
    <>
      <div className="taken-back">
        <Freshness />
        <OrderMoneyList
          query={query}
          noun="payments"
          controls={controls}
          empty={
            <>
              <h2>The bank has not taken any money back</h2>
              <p>
                If it takes back money of an approved order, the order is listed here until someone
                has dealt with it.
              </p>
            </>
          }
          label="Taken back: money of approved orders"
          columns={columnsOf(params)}
          idOf={idOf}
          menu={menu}
        />
      </div>
      {dialog.opened && <SeeToDialog row={dialog.opened.row} onClose={dialog.close} />}
    </>
  )
}

const columnsOf = (params: URLSearchParams): Column<TakenBack>[] => [
  { header: 'Status', cell: ({ orderstatus }) => <StatusTag status={orderstatus} /> },
  {
    header: 'Taken back',
    sortField: 'takenBackOn',
    cell: ({ takenBackOn, isCertain }) => (
      <TwoLines
        first={<Day on={takenBackOn} />}
        second={!isCertain && 'perhaps: it may be another order’s'}
      />
    ),
  },
  {
    header: 'Amount',
    numeric: true,
    sortField: 'amountKobo',
    cell: ({ amountKobo }) => <Kobo amount={amountKobo} />,
  },
  {
    header: 'The bank says',
    cell: ({ debitLineId, takenBackOn, narration }) => (
      <Link to={withLine(params, { lineId: debitLineId, bookedOn: takenBackOn })}>
        {narration || 'No description'}
      </Link>
    ),
  },
  {
    header: 'Transfer',
    secondary: true,
    cell: ({ lineId, paidOn, payer }) =>
      paidOn && <PaidLine params={params} lineId={lineId} paidOn={paidOn} payer={payer} />,
  },
]
