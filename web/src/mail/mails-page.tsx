import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { MailState } from '@strand/contracts/mail/mail'
import { Button } from '../shared/buttons/button.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { ListView } from '../shared/list/list-view.tsx'
import { ListTable } from '../shared/list/table/list-table.tsx'
import { useListState } from '../shared/list/use-list-state.ts'
import { usePage } from '../shared/list/use-page.ts'
import { useReloadBeside } from '../shared/list/use-reload-beside.ts'
import { paths } from '../shared/navigation/paths.ts'
import { TabLinks } from '../shared/navigation/tab-links.tsx'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { useMailCounts } from '../shared/server-state/mail-counts.ts'
import { mailsKey } from '../shared/server-state/mails-key.ts'
import './mails.css'
import { mailColumns, nameOf } from './mail-columns.tsx'
import { NoMails } from './no-mails.tsx'
import { allMails, type MailActions, type MailOutcome, useMailActions } from './use-mail-actions.ts'

const filters = ['state'] as const

const tabs: { state: MailState; text: string; to: string }[] = [
  { state: 'failed', text: 'Failed', to: paths.mails },
  { state: 'waiting', text: 'Waiting', to: paths.waitingMails },
  { state: 'sent', text: 'Sent', to: paths.sentMails },
  { state: 'held', text: 'Held', to: paths.heldMails },
]

const bulkActions: Partial<Record<MailState, { text: string; outcome: MailOutcome }[]>> = {
  failed: [{ text: 'Send all again', outcome: 'sendFailed' }],
  held: [
    { text: 'Send all', outcome: 'sendHeld' },
    { text: 'Drop all', outcome: 'dropHeld' },
  ],
}

/** `/dashboard/mails`: waiting, failed, sent and held emails, and their actions. */
export const MailsPage = () => {
  const controls = useListState(filters)
  const state = MailState.safeParse(controls.state.filters.state).data ?? 'failed'
  const title = `${tabs.find((tab) => tab.state === state)?.text} emails`
  usePageTitle(title)
  const query = usePage(mailsKey, mailEndpoints.listMails, controls.state)
  const { data: counts } = useMailCounts()
  useReloadBeside(query, counts && [counts.waiting, counts.failed, counts.held])
  const actions = useMailActions()
  const countOf = (tab: MailState) => (tab === 'sent' ? undefined : (counts?.[tab] ?? null))
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <BulkActions state={state} total={query.data?.total ?? 0} {...actions} />
      </div>
      <TabLinks
        label="Emails by state"
        tabs={tabs.map((tab) => ({
          text: tab.text,
          to: tab.to,
          isCurrent: tab.state === state,
          count: countOf(tab.state),
        }))}
      />
      <div className="mails">
        <ListView
          query={query}
          noun={title.toLowerCase()}
          controls={controls}
          empty={<NoMails state={state} counts={counts} />}
        >
          {(rows) => (
            <ListTable
              label={title}
              columns={mailColumns[state](actions)}
              rows={rows}
              idOf={({ mailid }) => mailid}
              nameOf={nameOf}
              controls={controls}
              busy={actions.busy}
            />
          )}
        </ListView>
      </div>
    </>
  )
}

const BulkActions = ({
  state,
  total,
  busy,
  settle,
}: MailActions & { state: MailState; total: number }) => {
  if (total === 0) return null
  return (
    <div className="page-actions">
      {bulkActions[state]?.map(({ text, outcome }) => (
        <Button
          key={outcome}
          variant={outcome === 'dropHeld' ? 'danger' : 'secondary'}
          disabled={busy.has(allMails)}
          onClick={() => settle(outcome, allMails)}
        >
          {text} ({formatNumber(total)})
        </Button>
      ))}
    </div>
  )
}
