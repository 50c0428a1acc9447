import { TrackOrder } from '@strand/contracts/order/order'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isApiError } from '../shared/api/api-error.ts'
import { failureNotice } from '../shared/api/error-catalogue.ts'
import { Button } from '../shared/buttons/button.tsx'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { toast } from '../shared/feedback/toast.ts'
import { TextField } from '../shared/fields/text-field.tsx'
import { useForm } from '../shared/forms/use-form.ts'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { OfflineNotice } from '../shared/order/offline-notice.tsx'
import { recentOrders, rememberOrder } from '../shared/order/recent-orders.ts'
import { requestedOrderId, trackedOrderQuery } from './tracked-order.ts'
import { TrackedOrderCard } from './tracked-order-card.tsx'
import './track-order.css'

// Long because it is the markup of one page in all its states.
export const TrackOrderPage = () => {
  usePageTitle('Track your order')
  const [search, setSearch] = useSearchParams()
  const asked = requestedOrderId(search.get('id') ?? '')
  const [recent, setRecent] = useState(recentOrders)
  const order = useQuery(trackedOrderQuery(asked))
  const { setValue, fieldProps, submit, form } = useForm({
    schema: TrackOrder,
    initial: { orderId: asked },
    send: async ({ orderId }) => {
      const id = requestedOrderId(orderId)
      if (id === asked) void order.refetch()
      else setSearch({ id })
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another id in the address is written into the field
  useEffect(() => setValue('orderId', asked), [asked])

  useEffect(() => {
    if (!order.data) return
    rememberOrder(order.data.orderId)
    setRecent(recentOrders())
  }, [order.data])

  const isShown = order.data !== undefined
  useEffect(() => {
    if (!order.error || isShown) return
    toast.failure(failureNotice(order.error, 'tracking'))
  }, [order.error, isShown])

  return (
    <div className="track">
      <h1>Track your order</h1>
      <form ref={form} noValidate onSubmit={submit} className="track-form">
        <TextField
          label="Order id"
          help="For example 7K3Q-ZM9X-WD4T. Small letters and missing dashes are fine."
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={64}
          {...fieldProps('orderId')}
        />
        <Button variant="primary" type="submit" busy={order.isFetching && asked !== ''}>
          Track order
        </Button>
      </form>
      <OfflineNotice error={order.error} shown={isShown} />
      {isApiError(order.error) && order.error.answered && !order.isFetching && (
        <NoticeBox kind="failure" title={order.error.message} />
      )}
      <div role="status" className="track-result">
        {order.data && <TrackedOrderCard order={order.data} />}
      </div>
      {recent.length > 0 && <Recent orders={recent} onChoose={(id) => setSearch({ id })} />}
    </div>
  )
}

const Recent = ({ orders, onChoose }: { orders: string[]; onChoose: (id: string) => void }) => (
  <section className="track-recent" aria-labelledby="recent-title">
    <h2 id="recent-title">Your last orders on this device</h2>
    <ul>
      {orders.map((id) => (
        <li key={id}>
          <Button size="small" onClick={() => onChoose(id)}>
            {id}
          </Button>
        </li>
      ))}
    </ul>
  </section>
)
