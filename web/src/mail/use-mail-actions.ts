import type { CommandAnswer } from '@strand/contracts/answer'
import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { call } from '../shared/api/client.ts'
import { mailsKey } from '../shared/server-state/mails-key.ts'
import { useBusyRows } from '../shared/server-state/use-busy-rows.ts'
import { type RowCommand, useCommand } from '../shared/server-state/use-command.ts'

/** The entry in `busy` while all held mails are being handled. */
export const allHeld = 'all'

const settling = { send: mailEndpoints.sendHeldMails, drop: mailEndpoints.dropHeldMails }

/** The actions on mails; `busy` contains a mail until the list shows the outcome. */
export const useMailActions = () => {
  const { attempt } = useCommand({
    send: ({ send }: RowCommand & { send: () => Promise<CommandAnswer> }) => send(),
    success: 'Updated',
    situation: 'admin',
    invalidates: { queryKey: mailsKey },
  })
  return {
    busy: useBusyRows(mailsKey),
    sendAgain: (id: string) =>
      void attempt({ rows: [id], send: () => call(mailEndpoints.retryMail, { params: { id } }) }),
    settleHeld: (outcome: 'send' | 'drop', mailid: string) =>
      void attempt({
        rows: [mailid],
        send: () => call(settling[outcome], { body: mailid === allHeld ? {} : { ids: [mailid] } }),
      }),
  }
}
export type MailActions = ReturnType<typeof useMailActions>
