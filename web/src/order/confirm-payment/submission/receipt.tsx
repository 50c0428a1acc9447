import type { CreateOrder } from '@strand/contracts/order/order-form'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../../shared/format/time.ts'
import { useShop } from '../../../shared/server-state/use-shop.ts'
import { OrderSummaryTable } from '../draft/order-summary-table.tsx'
import { deliveryQuery } from '../form-api.ts'
import { deliveryPriceOf, linesOf, placeOf } from './receipt-text.ts'

export const Receipt = ({
  payload,
  sentAt,
}: {
  payload: CreateOrder
  sentAt: string | undefined
}) => {
  const { data: location } = useQuery(deliveryQuery(payload.location))
  const { data: shop } = useShop()
  const price = deliveryPriceOf(payload)
  return (
    <>
      <OrderSummaryTable
        lines={linesOf(payload)}
        delivery={{ data: { price }, isFetching: false }}
        wholeNames
      />
      <section className="sent-part" aria-labelledby="sent-place">
        <h2 id="sent-place">
          {location?.deliveryaddress ? 'You pick it up at' : 'We deliver it to'}
        </h2>
        <p className="sent-place">{placeOf(payload, location)}</p>
      </section>
      <dl className="sent-facts">
        {sentAt && (
          <div>
            <dt>Sent</dt>
            <dd>{formatTime(sentAt)}</dd>
          </div>
        )}
        {shop && (
          <div>
            <dt>Paid into</dt>
            <dd>
              {shop.bankAccountName}, {shop.bankName} {shop.bankAccountNumber}
            </dd>
          </div>
        )}
        <div>
          <dt>Paid from the account of</dt>
          <dd>{payload.accountname}</dd>
        </div>
      </dl>
    </>
  )
}
