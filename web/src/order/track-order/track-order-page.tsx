import { findOrderId } from '@strand/contracts/order/id'
import { TrackOrder } from '@strand/contracts/order/tracking'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isApiError } from '../../shared/api/api-error.ts'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { toast } from '../../shared/feedback/toast.ts'
import { TextField } from '../../shared/fields/text-field.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { OfflineNotice } from '../../shared/order/offline-notice.tsx'
import { recentOrders } from '../../shared/order/recent-orders.ts'
import { orderIdHelp } from './first-texts.ts'
import { requestedOrderId, type Tracked, useTrackedOrder } from './tracked-order.ts'
import { Tracker } from './tracker.tsx'

export const TrackOrderPage = () => {
  usePageTitle('Track your order')
  const [search, setSearch] = useSearchParams()
  const asked = requestedOrderId(search.get('id') ?? '')
  const tracked = useTrackedOrder(asked)
  const { order } = tracked
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
  useEffect(() => {
    setValue('orderId', asked)
  }, [asked])
  useFailureToast(order)

  return (
    <div className="track">
      <h1>Track your order</h1>
      <form ref={form} noValidate onSubmit={submit} className="track-form">
        <TextField
          label="Order id"
          help={orderIdHelp}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          // Looks for the id in the pasted text itself, because an input with a single line joins
          // the lines of a pasted message.
          onPaste={(event) => {
            const id = findOrderId(event.clipboardData.getData('text'))
            if (!id) return
            event.preventDefault()
            setValue('orderId', id)
          }}
          {...fieldProps('orderId')}
        />
        <Button variant="primary" type="submit" busy={order.isFetching && asked !== ''}>
          Track order
        </Button>
      </form>
      <OfflineNotice error={order.error} shown={order.data !== undefined} />
      {isApiError(order.error) && order.error.answered && !order.isFetching && (
        <NoticeBox kind="failure" title={order.error.message} />
      )}
      {tracked.isOpening && <Loading label="Looking for your order…" />}
      {order.data && !tracked.isOpening && <Tracker {...tracked} />}
      {!tracked.isOpening && (
        <Recent shown={order.data?.orderId} onChoose={(id) => setSearch({ id })} />
      )}
    </div>
  )
}

const useFailureToast = ({ error, data }: Tracked['order']) => {
  const isShown = data !== undefined
  useEffect(() => {
    if (error && !isShown) toast.failure(failureNotice(error, 'tracking'))
  }, [error, isShown])
}

const Recent = ({
  shown,
  onChoose,
}: {
  shown: string | undefined
  onChoose: (id: string) => void
}) => {
  const [orders, setOrders] = useState(recentOrders)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when an order was found, which is then among them
  useEffect(() => {
    setOrders(recentOrders())
  }, [shown])
  if (orders.length === 0) return null
  return (
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
}
