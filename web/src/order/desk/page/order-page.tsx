import { findOrderId } from '@strand/contracts/order/id'
import type { OrderRow } from '@strand/contracts/order/staff'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { MenuButton } from '../../../shared/buttons/menu-button.tsx'
import { LoadFailed } from '../../../shared/feedback/load-failed.tsx'
import { Outline } from '../../../shared/feedback/outline.tsx'
import { Money } from '../../../shared/format/money.tsx'
import { useSelection } from '../../../shared/list/bulk/use-selection.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { usePageTitle } from '../../../shared/navigation/use-page-title.ts'
import { LastChange } from '../../../shared/order/last-change.tsx'
import { useOfferOrder } from '../../../shared/order/order-at-hand.ts'
import { OrderFacts } from '../../../shared/order/order-facts.tsx'
import { Proofs } from '../../../shared/order/proofs.tsx'
import { StatusTag } from '../../../shared/order/status-tag.tsx'
import { UndoBar } from '../../../shared/order/undo/undo-bar.tsx'
import { useOrderLive } from '../../../shared/server-state/use-order-live.ts'
import { usePermission } from '../../../shared/session/use-permission.ts'
import { ChevronIcon } from '../../../shared/style/more-icons.tsx'
import { OrderOutcomeDialog } from '../dialogs/order-outcome-dialog.tsx'
import { useOrderDialogs } from '../dialogs/use-order-dialogs.tsx'
import { useOrderOutcome } from '../dialogs/use-order-outcome.tsx'
import { nextStatuses } from '../list/status-choice.ts'
import { StatusSelect } from '../list/status-select.tsx'
import { RowNote } from '../looked-at.tsx'
import { useOrderActions } from '../order-commands.ts'
import { OrderFlags } from '../order-flags.tsx'
import { useOrderRows, useStatusOptions } from '../order-reads.ts'
import { QuestionTag } from '../question-tag.tsx'
import { useShipping } from '../shipping/use-shipping.tsx'
import { TeamMarks } from '../team.tsx'
import '../../../shared/list/list-view.css'
import '../list/order-details.css'
import '../orders.css'
import './order-page.css'

const OrderMoney = lazy(async () => ({
  default: (await import('../../../shared/order/money/order-money.tsx')).OrderMoney,
}))

export const OrderPage = ({ orderId, history }: { orderId: string; history: ReactNode }) => {
  usePageTitle(`Order ${orderId}`)
  const query = useOrderRows([orderId])
  useOrderLive(orderId)
  const [order] = query.data ?? []
  if (order) return <Order order={order} history={history} />
  if (!query.data)
    return (
      <>
        <div className="page-head">
          <OrderTitle orderId={orderId} />
        </div>
        {query.isPending ? <Outline what="order" /> : <LoadFailed what="The order" query={query} />}
      </>
    )
  return (
    <div className="list-empty">
      <h1>There is no order {orderId}</h1>
      <p>
        {findOrderId(orderId)
          ? 'Please check the id, or search by name, phone or amount.'
          : 'Please check the id: it has three groups of four characters.'}
      </p>
      <p>
        <Link to={paths.allOrders}>Search all orders</Link>
      </p>
    </div>
  )
}

const OrderTitle = ({ orderId }: { orderId: string }) => (
  <h1>
    Order <span className="order-id">{orderId}</span>
  </h1>
)

const Order = ({ order, history }: { order: OrderRow; history: ReactNode }) => {
  const { orderid, orderstatus } = order
  const mayManage = usePermission('orders.manage')
  const options = useStatusOptions().data ?? []
  const { act } = useOrderActions()
  const selection = useSelection(orderid)
  const outcome = useOrderOutcome(selection)
  const screen = `order.${orderid}`
  const shipping = useShipping({
    screen: `${screen}.ship`,
    status: orderstatus,
    selection,
    onFailed: outcome.tell,
  })
  const { menu, onMessage, dialog } = useOrderDialogs({
    screen,
    act,
    more: shipping.entriesOf,
  })
  const actions = menu(order)
  useOfferOrder({ orderId: orderid, actions })
  const next = mayManage ? nextStatuses(options, orderstatus) : []
  if (shipping.slips) return shipping.slips
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <OrderTitle orderId={orderid} />
          {next.length > 0 ? (
            <StatusSelect order={order} options={next} onStatus={onMessage} />
          ) : (
            <StatusTag status={orderstatus} />
          )}
        </div>
        <div className="page-actions">
          <MenuButton className="button button-secondary bulk-menu" entries={actions}>
            Actions
            <ChevronIcon />
          </MenuButton>
        </div>
      </div>
      <div className="order-page-marks">
        <p className="order-page-sum">
          <strong>
            <Money amount={order.total} />
          </strong>{' '}
          from {order.accountname}
        </p>
        <LastChange order={order} />
        <a href="#history">History</a>
        <RowNote order={order} left={undefined}>
          {null}
        </RowNote>
        <OrderFlags order={order} />
        <QuestionTag question={order.question} />
        <TeamMarks order={order} />
      </div>
      <div className="order-page">
        <section className="order-page-card order-facts" aria-label="Order details">
          <OrderFacts order={order} />
          <Suspense fallback={null}>
            <OrderMoney orderId={orderid} />
          </Suspense>
          <p className="order-links">
            <Link to={paths.orderHistoryOf(orderid)}>What the customer sees</Link>
          </p>
        </section>
        <div className="order-page-card">
          <Proofs order={order} />
        </div>
        <section id="history" className="order-page-card order-page-history" aria-label="History">
          <h2>History</h2>
          {history}
          <p className="order-links">
            <Link to={paths.auditOf(orderid)}>Full history</Link>
          </p>
        </section>
      </div>
      <UndoBar outcome={OrderOutcomeDialog} />
      {shipping.dialog}
      {dialog}
      {outcome.dialog}
    </>
  )
}
