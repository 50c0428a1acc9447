import type { OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { StatusTag } from '../../../shared/order/status-tag.tsx'
import { useOrderChanges } from '../../../shared/server-state/order-changes.ts'
import { refreshOrders } from '../../../shared/server-state/order-queries.ts'
import { isNewer } from '../live-rows.ts'
import { useOrderRows } from '../order-reads.ts'

/**
 * The current state of a dialog's order, and who has changed it since the dialog opened. The live
 * stream or a conflict reports such a change. After a conflict, the next read waits for the log
 * position that the conflict named.
 */
export const useOrderNow = (opened: OrderRow) => {
  const [conflict, setConflict] = useState<string | null>(null)
  const heard = useOrderChanges().byOrder.get(opened.orderid)
  const told = heard && isNewer(heard, opened) ? `${heard.who} ${heard.did}` : null
  const client = useQueryClient()
  // Reloads the list behind the dialog. A conflict does the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: run for each change heard
  useEffect(() => {
    if (told !== null) void refreshOrders(client)
  }, [told])
  const isOver = conflict !== null || told !== null
  const rows = useOrderRows(isOver ? [opened.orderid] : [])
  const row = isOver ? rows.data?.[0] : undefined
  const order = row && isNewer(row, opened) ? row : opened
  const onConflict = (message: string) => {
    setConflict(message)
    return true
  }
  return { order, changed: conflict ?? told, onConflict }
}

/**
 * Says in a dialog that its order has changed, and shows the order's new status once it has loaded.
 */
export const OrderChanged = ({
  opened,
  order,
  changed,
  children,
}: {
  opened: OrderRow
  order: OrderRow
  changed: string | null
  children?: ReactNode
}) =>
  changed !== null && (
    <NoticeBox kind="info" title="This order has changed">
      <p>
        {changed}.
        {order !== opened && <StatusNow before={opened.orderstatus} now={order.orderstatus} />}
      </p>
      {children}
      <Link to={paths.orderOf(order.orderid)}>Open the order</Link>
    </NoticeBox>
  )

const StatusNow = ({ before, now }: Record<'before' | 'now', OrderStatus>) =>
  before === now ? (
    <>
      {' '}
      It is still <StatusTag status={now} />.
    </>
  ) : (
    <>
      {' '}
      It is <StatusTag status={now} /> now.
    </>
  )
