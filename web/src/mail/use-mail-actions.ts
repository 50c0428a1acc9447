import { CommandAnswer } from '@strand/contracts/answer'
import { call } from '../shared/api/client.ts'
import { mailsKey } from '../shared/server-state/mails-key.ts'
import { useBusyRows } from '../shared/server-state/use-busy-rows.ts'
import { type RowCommand, useCommand } from '../shared/server-state/use-command.ts'

/** The entry in `busy` while all held mails are being handled. */
export const allHeld = 'all'

/** The actions on mails; `busy` contains a mail until the list shows the outcome. */
export const useMailActions = () => {
  const { attempt } = useCommand({
    send: ({ path, body }: RowCommand & { path: string; body?: unknown }) =>
      call(CommandAnswer, 'POST', path, body),
    success: 'Updated',
    situation: 'admin',
    invalidates: { queryKey: mailsKey },
  })
  return {
    busy: useBusyRows(mailsKey),
    sendAgain: (mailid: string) =>
      void attempt({ rows: [mailid], path: `/admin/mails/${encodeURIComponent(mailid)}/retry` }),
    settleHeld: (outcome: 'send' | 'drop', mailid: string) =>
      void attempt({
        rows: [mailid],
        path: `/admin/held-mails/${outcome}`,
        body: mailid === allHeld ? {} : { ids: [mailid] },
      }),
  }
}
export type MailActions = ReturnType<typeof useMailActions>
