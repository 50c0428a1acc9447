import type { CreateOrder } from '@strand/contracts/order/order'
import { useQuery } from '@tanstack/react-query'
import { OrderSummaryTable } from '../draft/order-summary-table.tsx'
import { deliveryQuery } from '../form-api.ts'
import { deliveryPriceOf, linesOf, placeOf } from './receipt-text.ts'

/** What was ordered, for how much, and where it goes. */
export const Receipt = ({ payload }: { payload: CreateOrder }) => {
  const { data: location } = useQuery(deliveryQuery(payload.location))
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
    </>
  )
}
