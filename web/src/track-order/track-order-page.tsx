import { TrackOrder } from '@strand/contracts/order'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../shared/button.tsx'
import { failureNotice } from '../shared/error-catalogue.ts'
import { Field } from '../shared/field.tsx'
import { formErrorsOf } from '../shared/form-errors.ts'
import { NoticeBox } from '../shared/notice-box.tsx'
import { usePageTitle } from '../shared/page.tsx'
import { recentOrders, rememberOrder } from '../shared/recent-orders.ts'
import { toast } from '../shared/toast.ts'
import { askedId, trackedOrderQuery } from './tracked-order.ts'
import { TrackedOrderCard } from './tracked-order-card.tsx'
import './track-order.css'

export const TrackOrderPage = () => {
  usePageTitle('Track your order')
  const [search, setSearch] = useSearchParams()
  const asked = askedId(search.get('id') ?? '')
  const [typed, setTyped] = useState(asked)
  const [error, setError] = useState<string>()
  const [recent, setRecent] = useState(recentOrders)
  const input = useRef<HTMLInputElement>(null)
  const order = useQuery(trackedOrderQuery(asked))

  useEffect(() => setTyped(asked), [asked])

  useEffect(() => {
    if (!order.data) return
    rememberOrder(order.data.orderId)
    setRecent(recentOrders())
  }, [order.data])

  useEffect(() => {
    if (!order.error) return
    toast.failure(failureNotice(order.error, 'tracking'))
  }, [order.error])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = formErrorsOf(TrackOrder, { orderId: typed }).orderId
    setError(wrong)
    if (wrong) return input.current?.focus()
    const id = askedId(typed)
    if (id === asked) void order.refetch()
    else setSearch({ id })
  }

  return (
    <div className="track">
      <h1>Track your order</h1>
      <form noValidate onSubmit={submit} className="track-form">
        <Field
          label="Order id"
          help="For example 7K3Q-ZM9X-WD4T. Small letters and missing dashes are fine."
          error={error}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              name="orderId"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={64}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <Button look="primary" type="submit" busy={order.isFetching && asked !== ''}>
          Track order
        </Button>
      </form>
      {order.isError && !order.isFetching && (
        <NoticeBox kind="failure" title={failureNotice(order.error, 'tracking').text} />
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
