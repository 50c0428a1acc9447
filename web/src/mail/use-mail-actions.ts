import { CommandAnswer } from '@strand/contracts/answer'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../shared/api/client.ts'
import { failureNotice } from '../shared/api/error-catalogue.ts'
import { toast } from '../shared/feedback/toast.ts'
import { mailsKey } from '../shared/server-state/mails-key.ts'

/** The entry in `busy` while all held mails are being handled. */
export const allHeld = 'all'

/** The actions on mails; `busy` contains a mail until the list shows the outcome. */
export const useMailActions = () => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const act = async (mailid: string, path: string, body?: unknown) => {
    setBusy((previous) => new Set(previous).add(mailid))
    try {
      const answer = await call(CommandAnswer, 'POST', path, body)
      toast.success({ title: 'Updated', text: answer.responseMessage })
    } catch (error) {
      toast.failure(failureNotice(error, 'admin'))
    } finally {
      await client.invalidateQueries({ queryKey: mailsKey })
      setBusy((previous) => new Set([...previous].filter((id) => id !== mailid)))
    }
  }
  return {
    busy,
    sendAgain: (mailid: string) =>
      void act(mailid, `/admin/mails/${encodeURIComponent(mailid)}/retry`),
    settleHeld: (outcome: 'send' | 'drop', mailid: string) =>
      void act(mailid, `/admin/held-mails/${outcome}`, mailid === allHeld ? {} : { ids: [mailid] }),
  }
}
export type MailActions = ReturnType<typeof useMailActions>
