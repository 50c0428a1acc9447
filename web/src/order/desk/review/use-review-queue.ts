import { orderLeaseEndpoints } from '@strand/contracts/order/lease'
import type { OrderRow } from '@strand/contracts/order/staff'
import { orderListEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { errorOccured } from '../../../shared/api/error-catalogue.ts'
import { toast } from '../../../shared/feedback/toast.ts'
import { readDraft, writeDraft } from '../../../shared/forms/form-draft.ts'
import { paymentQuery } from '../../../shared/order/money/payment-query.ts'
import { asked } from '../../../shared/server-state/order-changes.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { useBusyRows } from '../../../shared/server-state/use-command.ts'
import { useLeftBy, useLiveRows } from '../live-rows.ts'
import { useLookedAt } from '../looked-at.tsx'
import { type ActionDetails, reviewKey, useReviewActions } from '../order-commands.ts'
import { useNoteShown } from '../seen-positions.ts'
import { useIsOwnProposal } from '../team.tsx'
import { queueOf, stepFrom } from './queue.ts'
import { useLease } from './use-lease.ts'

/** The number of orders per request, and how few may be left before more are requested. */
const batch = 50
const fetchMoreAt = 5

export type Refused = { orderId: string; text: string }

/**
 * The orders that this tab has postponed. They are stored, so that they stay last after a reload or
 * a new sign-in.
 */
const laterDraft = 'review-later'
const keptLater = (): readonly string[] => {
  const { orderIds } = readDraft(laterDraft)
  return Array.isArray(orderIds) ? orderIds.map(String) : []
}

/** Whether a running command removes its orders from the queue. */
const isDecision = (variables: unknown): boolean =>
  typeof variables === 'object' &&
  variables !== null &&
  'action' in variables &&
  (variables.action === 'approve' || variables.action === 'archive')

const usePendingOrders = (search: string) => {
  const queryKey = [...reviewKey, search]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const sorted = { page: 1, results: batch, sortField: 'createdat', sortOrder: 'asc' }
      const options = { query: { ...sorted, search }, signal }
      return asked(async () => (await call(orderListEndpoints.pending, options)).result)
    },
  })
  useLiveRows({ queryKey, status: 'pending' }, query)
  useNoteShown(query.data?.data)
  return query
}

/**
 * The pending orders, oldest first, and the current one. Approving or archiving moves on at once:
 * the order leaves the queue while the command runs, and returns if the command fails.
 */
export const useReviewQueue = (search: string) => {
  const client = useQueryClient()
  const [refused, setRefused] = useState<Refused | null>(null)
  const { act: run, busy } = useReviewActions(([orderId = ''], { text }) =>
    setRefused({ orderId, text }),
  )
  const query = usePendingOrders(search)
  const lookedAtByOthers = useLookedAt()
  const isOwnProposal = useIsOwnProposal()
  const leftBy = useLeftBy('pending')
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [later, setLater] = useState(keptLater)
  /** Orders from the `nextReview` endpoint, beyond the loaded part of the list. */
  const [further, setFurther] = useState<readonly OrderRow[]>([])
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  useNoteShown(further)

  const deciding = useBusyRows(ordersKey, isDecision)
  // After the list has reloaded, hides only those orders that are still being approved or archived,
  // because an undo may have brought others back.
  const { dataUpdatedAt } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh list resets it
  useEffect(() => {
    setGone(new Set(deciding))
  }, [dataUpdatedAt])

  const rows = queueOf(query.data?.data ?? [], further, gone, later)
  // Moving on skips orders that a colleague is looking at or has decided, and orders that wait for
  // a second person after the user's own approval.
  const taken = new Map(lookedAtByOthers)
  for (const row of rows) {
    const left = isOwnProposal(row) ? 'a second person' : leftBy(row)
    if (left) taken.set(row.orderid, left)
  }
  const found = rows.findIndex(({ orderid }) => orderid === lookedAt)
  const index = found >= 0 ? found : stepFrom(rows, -1, 1, taken)
  const current = rows[index] ?? null
  // Remembers this order, so that it stays on the screen even if a colleague opens it, too.
  const currentId = current?.orderid ?? null
  useEffect(() => {
    setLookedAt(currentId)
  }, [currentId])
  const total = Math.max(rows.length, (query.data?.total ?? 0) - gone.size)
  const decided = useRef<ReadonlySet<string>>(gone)
  decided.current = gone
  const lease = useLease(currentId ?? undefined, (orderId) => decided.current.has(orderId))

  const look = (orderId: string | undefined) => orderId && setLookedAt(orderId)
  /**
   * Fetches another order that nobody is looking at. Used when the loaded list contains no such
   * order.
   */
  const fetchNext = async () => {
    const skip = rows.map(({ orderid }) => orderid)
    const answer = await call(orderLeaseEndpoints.nextReview, { body: { skip } })
    if (!answer.result) return
    setFurther([...further, answer.result])
    look(answer.result.orderid)
  }
  const move = (by: 1 | -1) => {
    const to = stepFrom(rows, index, by, taken)
    if (to !== index) look(rows[to]?.orderid)
    else if (by === 1 && search === '' && total > rows.length) fetchNext().catch(() => undefined)
  }
  // If a colleague was first, moves on to the next order, unless the user chose this order from the
  // list.
  const chosen = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a refusal moves on
  useEffect(() => {
    if (lease.refusal !== undefined && chosen.current !== currentId) move(1)
  }, [lease.refusal, currentId])
  const choose = (orderId: string) => {
    chosen.current = orderId
    look(orderId)
  }
  const keepLater = (orderIds: readonly string[]) => {
    setLater(orderIds)
    writeDraft(laterDraft, { orderIds })
  }
  /** Moves an order to the end of the queue. Returns a function that moves it back. */
  const postpone = ({ orderid }: OrderRow): (() => void) => {
    move(1)
    keepLater([...later.filter((id) => id !== orderid), orderid])
    return () => {
      keepLater(later)
      choose(orderid)
    }
  }

  const show = (orderId: string) =>
    setGone((previous) => new Set([...previous].filter((id) => id !== orderId)))
  const bringBack = (orderId: string) => {
    show(orderId)
    choose(orderId)
  }
  const withdraw = async ({ orderid }: OrderRow) => {
    if (await run('withdraw', orderid)) await query.refetch()
  }

  const act = async (
    action: 'approve' | 'archive',
    { orderid, fullname }: OrderRow,
    details: ActionDetails,
  ): Promise<boolean> => {
    if (busy.has(orderid)) return false
    setRefused(null)
    setGone((previous) => new Set(previous).add(orderid))
    const ahead = stepFrom(rows, index, 1, taken)
    look((ahead === index ? rows[index - 1] : rows[ahead])?.orderid)
    // By now the screen shows another order, so the notice has to say which one it is about.
    const succeeded = await run(action, orderid, details, (message) => {
      toast.failure({
        title: errorOccured,
        text: `Order ${orderid} of ${fullname}: ${message}`,
      })
      setRefused({ orderId: orderid, text: message })
      return true
    })
    if (!succeeded) {
      // Loads the candidates again, because a colleague may have matched the money with another
      // order.
      void client.resetQueries(paymentQuery(orderid))
      await query.refetch()
      show(orderid)
    } else if (rows.length - 1 < fetchMoreAt && total > rows.length) await query.refetch()
    return succeeded
  }

  const moves = { look: choose, move, postpone, bringBack }
  const isBack = rows.some(({ orderid }) => orderid === refused?.orderId)
  const state = { query, rows, index, current, total, refused: isBack ? refused : null }
  return { ...state, ...moves, withdraw, act, lease, leftBy }
}
