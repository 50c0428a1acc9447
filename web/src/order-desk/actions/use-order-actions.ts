import type { BulkAnswer, CommandAnswer } from '@strand/contracts/answer'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { toast } from '../../shared/feedback/toast.ts'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'
import {
  approveOrder,
  archiveOrder,
  archiveOrders,
  eraseOrders,
  restoreOrder,
  restoreOrders,
} from '../order-calls.ts'

const actions = {
  approve: { run: approveOrder, done: 'Approved' },
  archive: { run: archiveOrder, done: 'Archived' },
  restore: { run: restoreOrder, done: 'Restored' },
} satisfies Record<string, { run: (id: string) => Promise<CommandAnswer>; done: string }>

const bulkActions = {
  archive: { run: archiveOrders, done: 'Archived' },
  restore: { run: restoreOrders, done: 'Restored' },
  erase: { run: eraseOrders, done: 'Deleted' },
} satisfies Record<string, { run: (ids: string[]) => Promise<BulkAnswer>; done: string }>

export type OrderAction = keyof typeof actions
export type BulkOrderAction = keyof typeof bulkActions

/**
 * Approve, archive and restore. `busy` contains an order until the list on the screen shows the
 * outcome, so that nobody repeats the action.
 */
export const useOrderActions = () => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const withBusyRows = async (ids: string[], work: () => Promise<void>) => {
    setBusy((previous) => new Set([...previous, ...ids]))
    try {
      await work()
      await refreshOrders(client)
    } catch (error) {
      toast.failure(failureNotice(error, 'action'))
      // A refusal often means that a colleague was faster: show the current state.
      await refreshOrders(client)
    } finally {
      setBusy((previous) => new Set([...previous].filter((id) => !ids.includes(id))))
    }
  }

  const act = (action: OrderAction, orderId: string) =>
    withBusyRows([orderId], async () => {
      const { run, done } = actions[action]
      const answer = await run(orderId)
      toast.success({ title: done, text: answer.responseMessage })
    })

  /** Reports to the caller what could not be done. */
  const actOnAll = (
    action: BulkOrderAction,
    ids: string[],
    tell: (failed: BulkAnswer['failed']) => void,
  ) =>
    withBusyRows(ids, async () => {
      const { run, done } = bulkActions[action]
      const answer = await run(ids)
      if (answer.result.length > 0) toast.success({ title: done, text: answer.responseMessage })
      tell(answer.failed)
    })

  return { act, actOnAll, busy }
}
