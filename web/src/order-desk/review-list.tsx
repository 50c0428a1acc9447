import type { OrderRow } from '@strand/contracts/order.staff'
import { useEffect, useRef } from 'react'
import { classNames } from '../shared/class-names.ts'
import type { Selection } from '../shared/list/use-selection.ts'
import { Money } from '../shared/money.tsx'
import { RelativeTime } from '../shared/relative-time.tsx'
import { OrderFlags } from './flags.tsx'

/** The pending orders, oldest first. */
export const ReviewList = ({
  rows,
  currentId,
  selection,
  onLook,
}: {
  rows: OrderRow[]
  currentId: string
  selection: Selection
  onLook: (orderId: string) => void
}) => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector(`[data-order="${CSS.escape(currentId)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <ol ref={list} className="review-list" aria-label="Pending orders, the oldest first">
      {rows.map(({ orderid, accountname, total, createdat, flags }) => (
        <li
          key={orderid}
          data-order={orderid}
          className={classNames('review-entry', orderid === currentId && 'review-entry-current')}
        >
          <input
            type="checkbox"
            aria-label={`Select order ${orderid}`}
            checked={selection.ids.has(orderid)}
            onChange={() => selection.toggle(orderid)}
          />
          <button
            type="button"
            className="review-look"
            aria-current={orderid === currentId ? 'true' : undefined}
            onClick={() => onLook(orderid)}
          >
            <span className="review-look-name">{accountname}</span>
            <strong>
              <Money amount={total} />
            </strong>
            <span className="order-id">{orderid}</span>
            <RelativeTime at={createdat} />
          </button>
          <OrderFlags flags={flags} />
        </li>
      ))}
    </ol>
  )
}
