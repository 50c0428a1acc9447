import { useParams } from 'react-router-dom'
import { OrderPage } from '../order/desk/page/order-page.tsx'
import { OrderEvents } from '../order/history/order-events.tsx'

/** `/dashboard/orders/:orderId`: an order, shown as in the list, with its history. */
export const OrderScreen = () => {
  const { orderId = '' } = useParams()
  return <OrderPage key={orderId} orderId={orderId} history={<OrderEvents orderId={orderId} />} />
}
