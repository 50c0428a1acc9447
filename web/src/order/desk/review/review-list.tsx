import type { OrderRow } from '@strand/contracts/order/staff'
import { useEffect, useRef } from 'react'
import { Money } from '../../../shared/format/money.tsx'
import { RelativeTime } from '../../../shared/format/relative-time.tsx'
import type { Selection } from '../../../shared/list/bulk/use-selection.ts'
import { classNames } from '../../../shared/style/class-names.ts'
import { RowNote } from '../looked-at.tsx'
import { OrderFlags } from '../order-flags.tsx'
import { QuestionTag } from '../question-tag.tsx'
import { Proposal } from '../team.tsx'

export const ReviewList = ({
  rows,
  currentId,
  selection,
  leftBy,
  onLook,
}: {
  rows: OrderRow[]
  currentId: string
  selection: Selection
  leftBy: (order: OrderRow) => string | undefined
  onLook: (orderId: string) => void
}) => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector(`[data-order="${CSS.escape(currentId)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <ol ref={list} className="review-list" aria-label="Pending orders, oldest first">
      {rows.map((order) => {
        const { orderid, accountname, total } = order
        const left = leftBy(order)
        return (
          <li
            key={orderid}
            data-order={orderid}
            className={classNames(
              'review-entry',
              orderid === currentId && 'review-entry-current',
              left !== undefined && 'review-entry-gone',
            )}
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
              <span className="review-look-order">
                <span className="order-id">{orderid}</span>
                <RowNote order={order} left={left} isShort>
                  <RelativeTime at={order.createdat} />
                </RowNote>
              </span>
            </button>
            <OrderFlags order={order} brief />
            <QuestionTag question={order.question} />
            <Proposal order={order} />
          </li>
        )
      })}
    </ol>
  )
}
