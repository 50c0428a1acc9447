import { pageOf } from '@strand/contracts/list'
import { OrderRow } from '@strand/contracts/order/staff'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { get } from '../../shared/api/client.ts'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { toast } from '../../shared/feedback/toast.ts'
import { orderCountsKey, ordersKey } from '../../shared/server-state/order-queries.ts'
import { approveOrder, archiveOrder } from '../order-calls.ts'

/** Orders per request, and the number left at which the next ones are fetched. */
const batch = 50
const fetchMoreAt = 5

const actions = { approve: approveOrder, archive: archiveOrder }

/**
 * The pending orders, oldest first, and the one being reviewed. Approve and archive move on at
 * once: the order leaves the queue while its command runs, and comes back if the command fails.
 * Decision 084.
 */
export const useReviewQueue = (search: string) => {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [...ordersKey, 'review', search],
    queryFn: async ({ signal }) => {
      const sorted = { page: 1, results: batch, sortField: 'createdat', sortOrder: 'asc' }
      const options = { query: { ...sorted, search }, signal }
      return (await get(pageOf(OrderRow), '/admin/orders', options)).result
    },
  })
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const inFlight = useRef(new Set<string>())

  // A fresh list reflects all that was done before its request; an order restored by undo is back.
  const { dataUpdatedAt } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh list is what resets it
  useEffect(() => setGone(new Set(inFlight.current)), [dataUpdatedAt])

  const rows = (query.data?.data ?? []).filter(({ orderid }) => !gone.has(orderid))
  const index = Math.max(
    0,
    rows.findIndex(({ orderid }) => orderid === lookedAt),
  )
  const current = rows[index] ?? null
  const total = Math.max(rows.length, (query.data?.total ?? 0) - gone.size)

  const look = (orderId: string | undefined) => orderId && setLookedAt(orderId)
  const move = (by: number) =>
    look(rows[Math.min(Math.max(index + by, 0), rows.length - 1)]?.orderid)

  const act = async (action: keyof typeof actions, order: OrderRow) => {
    const { orderid } = order
    if (inFlight.current.has(orderid)) return
    inFlight.current.add(orderid)
    setGone((previous) => new Set(previous).add(orderid))
    look((rows[index + 1] ?? rows[index - 1])?.orderid)
    try {
      await actions[action](orderid)
      inFlight.current.delete(orderid)
      await client.invalidateQueries({ queryKey: orderCountsKey })
      if (rows.length - 1 < fetchMoreAt && total > rows.length) await query.refetch()
    } catch (error) {
      inFlight.current.delete(orderid)
      toast.failure(failureNotice(error, 'action'))
      await query.refetch()
    }
  }

  return { query, rows, index, current, total, look, move, act }
}
