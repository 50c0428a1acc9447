import type { OrderRow } from '@strand/contracts/order/staff'
import { orderListEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { reviewKey, useReviewActions } from '../actions/use-order-actions.ts'
import { useNoteShown } from '../seen-positions.ts'

/** Orders per request, and the number left at which the next ones are fetched. */
const batch = 50
const fetchMoreAt = 5

/**
 * The pending orders, oldest first, and the one being reviewed. Approve and archive move on at
 * once: the order leaves the queue while its command runs, and comes back if the command fails.
 * Decision 084.
 */
export const useReviewQueue = (search: string) => {
  const { act: run, busy } = useReviewActions()
  const query = useQuery({
    queryKey: [...reviewKey, search],
    queryFn: async ({ signal }) => {
      const sorted = { page: 1, results: batch, sortField: 'createdat', sortOrder: 'asc' }
      const options = { query: { ...sorted, search }, signal }
      return (await call(orderListEndpoints.pending, options)).result
    },
  })
  useNoteShown(query.data?.data)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [lookedAt, setLookedAt] = useState<string | null>(null)

  // A fresh list reflects all that was done before its request; an order restored by undo is back.
  const { dataUpdatedAt } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh list is what resets it
  useEffect(() => setGone(new Set(busy)), [dataUpdatedAt])

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

  const act = async (action: 'approve' | 'archive', { orderid }: OrderRow) => {
    if (busy.has(orderid)) return
    setGone((previous) => new Set(previous).add(orderid))
    look((rows[index + 1] ?? rows[index - 1])?.orderid)
    const succeeded = await run(action, orderid)
    if (!succeeded) {
      await query.refetch()
      setGone((previous) => new Set([...previous].filter((id) => id !== orderid)))
    } else if (rows.length - 1 < fetchMoreAt && total > rows.length) await query.refetch()
  }

  return { query, rows, index, current, total, look, move, act }
}
