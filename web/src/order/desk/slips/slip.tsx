import type { OrderRow } from '@strand/contracts/order/staff'
import { formatNumber, Money } from '../../../shared/format/money.tsx'
import { QrCode } from '../../../shared/format/qr-code.tsx'

type SlipContents = { items: boolean; prices: boolean }

export const Slip = ({
  order,
  shop,
  contents: { items, prices },
}: {
  order: OrderRow
  shop: string
  contents: SlipContents
}) => (
  <article className="slip" aria-label={`Slip of order ${order.orderid}`}>
    <header className="slip-head">
      <div>
        <p className="slip-shop">{shop}</p>
        <p className="slip-id">{order.orderid}</p>
      </div>
      <QrCode
        text={order.orderid}
        label={`QR code of ${order.orderid}`}
        margin={2}
        className="slip-code"
      />
    </header>
    <address className="slip-address">
      <p className="slip-name">{order.fullname}</p>
      <p>{order.deliveryaddress}</p>
      <p>{[order.deliverylocation, order.postalcode, order.country].filter(Boolean).join(', ')}</p>
      <p className="slip-phone">{order.phone}</p>
    </address>
    {items && <Items order={order} prices={prices} />}
  </article>
)

const Items = ({ order, prices }: { order: OrderRow; prices: boolean }) => (
  <table className="slip-items">
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th scope="col">Qty</th>
        {prices && <th scope="col">Amount</th>}
      </tr>
    </thead>
    <tbody>
      {order.products.map(({ product, quantity, amount }, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and may name a product twice
        <tr key={line}>
          <th scope="row">{product}</th>
          <td>{formatNumber(quantity)}</td>
          {prices && (
            <td>
              <Money amount={amount} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
    <tbody className="slip-sums">
      <tr>
        <th scope="row">{prices ? 'Total, with delivery' : 'Pieces'}</th>
        <td>{formatNumber(order.quantity)}</td>
        {prices && (
          <td>
            <Money amount={order.total} />
          </td>
        )}
      </tr>
    </tbody>
  </table>
)
