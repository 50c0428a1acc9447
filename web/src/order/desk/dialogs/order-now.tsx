import type { OrderRow } from '@strand/contracts/order/staff'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { StatusTag } from '../../../shared/order/status-tag.tsx'
import { useOrderChanges } from '../../../shared/server-state/order-changes.ts'
import { refreshOrders } from '../../../shared/server-state/order-queries.ts'
import { isNewer } from '../live-rows.ts'
import { useOrderRows } from '../order-calls.ts'

/** Milliseconds between two looks for the state that a conflict spoke of, and how often at most. */
const lookEvery = 300
const mostLooks = 20

/**
 * The order that a dialog is about as it is now, and who changed it since the dialog opened. A conflict
 * tells it, or the stream before anybody sends something.
 */
export const useOrderNow = (opened: OrderRow) => {
  const [conflict, setConflict] = useState<{ message: string; seen: OrderRow } | null>(null)
  const heard = useOrderChanges().byOrder.get(opened.orderid)
  const told = heard && isNewer(heard, opened) ? `${heard.who} ${heard.did}` : null
  const client = useQueryClient()
  // The list behind the dialog shows the current state, as after a conflict.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was heard is what is new
  useEffect(() => {
    if (told !== null) void refreshOrders(client)
  }, [told])
  const seen = conflict?.seen ?? opened
  const isOver = conflict !== null || told !== null
  const rows = useOrderRows(isOver ? [opened.orderid] : [], (rows, answers) => {
    const [row] = rows ?? []
    return (row && isNewer(row, seen)) || answers > mostLooks ? false : lookEvery
  })
  const row = isOver ? rows.data?.[0] : undefined
  const order = row && isNewer(row, opened) ? row : opened
  /** For a command of the dialog. */
  const onConflict = (message: string) => {
    setConflict({ message, seen: order })
    return true
  }
  return { order, changed: conflict?.message ?? told, onConflict }
}

/** Says in a dialog that its order changed under it, and what it is now. */
export const OrderChanged = ({
  order,
  changed,
  children,
}: {
  order: OrderRow
  changed: string | null
  /** What can be done instead. */
  children?: ReactNode
}) =>
  changed !== null && (
    <NoticeBox kind="info" title="This order has changed">
      <p>
        {changed}. It is <StatusTag status={order.orderstatus} /> now.
      </p>
      {children}
      <Link to={paths.orderOf(order.orderid)}>Open the order</Link>
    </NoticeBox>
  )
