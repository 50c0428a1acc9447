import { BulkAnswer, CommandAnswer } from '@strand/contracts/answer'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { failureNotice } from '../error-catalogue.ts'
import { toast } from '../toast.ts'

const kinds = {
  archive: { method: 'DELETE', verb: 'delete', done: 'Archived' },
  restore: { method: 'PUT', verb: 'restore', done: 'Restored' },
} as const

export type Archiving = keyof typeof kinds

/**
 * Archives and restores one or many rows of one kind: `/admin/delete-product/{id}` and similar
 * calls. Rows are `busy` until the list on the screen shows the outcome.
 */
export const useArchiving = (thing: string, queryKey: readonly string[]) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const hold = async (ids: string[], work: () => Promise<void>) => {
    setBusy((before) => new Set([...before, ...ids]))
    try {
      await work()
    } catch (error) {
      toast.failure(failureNotice(error, 'action'))
    } finally {
      // Also after a refusal, because a colleague may have been faster.
      await client.invalidateQueries({ queryKey })
      setBusy((before) => new Set([...before].filter((id) => !ids.includes(id))))
    }
  }

  const one = (archiving: Archiving, id: string) =>
    hold([id], async () => {
      const { method, verb, done } = kinds[archiving]
      const path = `/admin/${verb}-${thing}/${encodeURIComponent(id)}`
      const answer = await call(CommandAnswer, method, path)
      toast.success({ title: done, text: answer.responseMessage })
    })

  const many = (
    archiving: Archiving,
    ids: string[],
    tell: (failed: BulkAnswer['failed']) => void,
  ) =>
    hold(ids, async () => {
      const { method, verb, done } = kinds[archiving]
      const answer = await call(BulkAnswer, method, `/admin/${verb}-${thing}`, ids)
      if (answer.result.length > 0) toast.success({ title: done, text: answer.responseMessage })
      tell(answer.failed)
    })

  return { one, many, busy }
}
