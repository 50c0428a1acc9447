import type { CommandAnswer } from '@strand/contracts/answer'
import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { call } from '../shared/api/client.ts'
import { mailsKey } from '../shared/server-state/mails-key.ts'
import { type RowCommand, useBusyRows, useCommand } from '../shared/server-state/use-command.ts'

/** The entry in `busy` while an action runs on all emails in a state. */
export const allMails = 'all'

const bulkEndpoints = {
  sendFailed: mailEndpoints.sendFailedMails,
  sendHeld: mailEndpoints.sendHeldMails,
  dropHeld: mailEndpoints.dropHeldMails,
}
export type MailOutcome = keyof typeof bulkEndpoints

/**
 * The actions on emails. `busy` contains an email's id until the list shows the action's outcome.
 */
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
    settle: (outcome: MailOutcome, mailid: string) =>
      void attempt({
        rows: [mailid],
        send: () =>
          call(bulkEndpoints[outcome], { body: mailid === allMails ? {} : { ids: [mailid] } }),
      }),
  }
}
export type MailActions = ReturnType<typeof useMailActions>
