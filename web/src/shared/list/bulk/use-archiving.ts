import { BulkAnswer, CommandAnswer } from '@strand/contracts/answer'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { failureNotice } from '../../api/error-catalogue.ts'
import { toast } from '../../feedback/toast.ts'

const kinds = {
  archive: { method: 'DELETE', verb: 'delete', done: 'Archived' },
  restore: { method: 'PUT', verb: 'restore', done: 'Restored' },
} as const

export type Archiving = keyof typeof kinds

/**
 * Archives and restores one or many rows of one kind: `/admin/delete-product/{id}` and similar
 * calls. Rows are `busy` until the list on the screen shows the outcome.
 */
export const useArchiving = (pathSegment: string, queryKey: readonly string[]) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const withBusyRows = async (ids: string[], work: () => Promise<void>) => {
    setBusy((previous) => new Set([...previous, ...ids]))
    try {
      await work()
    } catch (error) {
      toast.failure(failureNotice(error, 'action'))
    } finally {
      // Also after a refusal, because a colleague may have been faster.
      await client.invalidateQueries({ queryKey })
      setBusy((previous) => new Set([...previous].filter((id) => !ids.includes(id))))
    }
  }

  const runOne = (archiving: Archiving, id: string) =>
    withBusyRows([id], async () => {
      const { method, verb, done } = kinds[archiving]
      const path = `/admin/${verb}-${pathSegment}/${encodeURIComponent(id)}`
      const answer = await call(CommandAnswer, method, path)
      toast.success({ title: done, text: answer.responseMessage })
    })

  const runMany = (
    archiving: Archiving,
    ids: string[],
    tell: (failed: BulkAnswer['failed']) => void,
  ) =>
    withBusyRows(ids, async () => {
      const { method, verb, done } = kinds[archiving]
      const answer = await call(BulkAnswer, method, `/admin/${verb}-${pathSegment}`, ids)
      if (answer.result.length > 0) toast.success({ title: done, text: answer.responseMessage })
      tell(answer.failed)
    })

  return { runOne: runOne, runMany: runMany, busy }
}
