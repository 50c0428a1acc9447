import type { Page } from '@strand/contracts/list'
import type { OrderRow } from '@strand/contracts/order/staff'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { OrderStatus } from '@strand/contracts/order/status'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../shared/api/client.ts'
import {
  type Asked,
  type HeardChange,
  type OrderChanges,
  useOrderChanges,
} from '../../shared/server-state/order-changes.ts'

type PageResult = Asked<Page<OrderRow>['result']>
type Shown = Pick<OrderRow, 'orderid' | 'position'>

export const isNewer = (one: Pick<Shown, 'position'>, row: Shown) =>
  BigInt(one.position) > BigInt(row.position)

/**
 * Says why a row has left the list, for example `Tola shipped this`. Undefined if it has not left.
 */
export const leftBy = (
  { byOrder }: OrderChanges,
  status: OrderStatus,
  row: Shown,
): string | undefined => {
  const change = byOrder.get(row.orderid)
  if (!change || change.orderstatus === status || !isNewer(change, row)) return undefined
  return `${change.who} ${change.did}`
}

export const useLeftBy = (status: OrderStatus | 'all') => {
  const changes = useOrderChanges()
  return (row: Shown) => (status === 'all' ? undefined : leftBy(changes, status, row))
}

/**
 * The ids of orders that now belong to a list but are not in it yet, because they are new or were
 * moved.
 */
export const arrivedIn = (
  { byOrder }: OrderChanges,
  {
    status,
    rows,
    heardBefore,
  }: { status: OrderStatus; rows: readonly Shown[]; heardBefore: number },
): string[] => {
  const shown = new Set(rows.map(({ orderid }) => orderid))
  return [...byOrder.values()]
    .filter(({ orderstatus, heard }) => orderstatus === status && heard > heardBefore)
    .map(({ orderid }) => orderid)
    .filter((orderid) => !shown.has(orderid))
}

/**
 * Keeps the row's links to the same files, because the browser would load the files again from new
 * links.
 */
const inPlace = (row: OrderRow, fresh: OrderRow): OrderRow => {
  const file = (links: string) => links.replaceAll(/\?[^,]*/g, '')
  const sameFiles = file(row.filepath) === file(fresh.filepath)
  return sameFiles ? { ...fresh, filepath: row.filepath } : fresh
}

/**
 * Updates the rows of a list without moving them. A row that has left the list keeps its old state.
 * If the user acts on it, the server therefore refuses the command, and says which colleague was
 * first.
 */
export const useLiveRows = (
  { queryKey, status }: { queryKey: QueryKey; status: OrderStatus },
  { data }: { data: PageResult | undefined },
): void => {
  const client = useQueryClient()
  const { byOrder } = useOrderChanges()
  const applied = useRef(new Map<string, HeardChange>())
  const outdated = (data?.data ?? []).filter((row) => {
    const change = byOrder.get(row.orderid)
    if (!change || change.orderstatus !== status || applied.current.get(row.orderid) === change)
      return false
    return isNewer(change, row) || change.heard > (data?.heardBefore ?? 0)
  })
  const wanted = outdated.map(({ orderid }) => byOrder.get(orderid)).filter((change) => !!change)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the outdated rows matter
  useEffect(() => {
    if (wanted.length === 0) return
    const load = async () => {
      const ids = wanted.map(({ orderid }) => orderid).join()
      const { result } = await call(orderDeskEndpoints.listOrdersById, { query: { ids } })
      const fresh = new Map(
        result.filter((row) => row.orderstatus === status).map((row) => [row.orderid, row]),
      )
      for (const change of wanted) applied.current.set(change.orderid, change)
      client.setQueryData<PageResult>(
        queryKey,
        (page) =>
          page && {
            ...page,
            data: page.data.map((row) => {
              const now = fresh.get(row.orderid)
              return now && !isNewer(row, now) ? inPlace(row, now) : row
            }),
          },
        // Keeps the time at which the list loaded, because only some of its rows are updated.
        { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
      )
    }
    // If loading fails, the rows stay as they are, just as they would without the live stream.
    load().catch(() => undefined)
  }, [wanted.map(({ orderid, heard }) => `${orderid} ${heard}`).join()])
}
