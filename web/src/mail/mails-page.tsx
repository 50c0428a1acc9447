import { mailEndpoints } from '@strand/contracts/mail/endpoints'
import { Button } from '../shared/buttons/button.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { ListView } from '../shared/list/list-view.tsx'
import { ListTable } from '../shared/list/table/list-table.tsx'
import { useListState } from '../shared/list/use-list-state.ts'
import { usePage } from '../shared/list/use-page.ts'
import { paths } from '../shared/navigation/paths.ts'
import { TabLinks } from '../shared/navigation/tab-links.tsx'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { mailsKey } from '../shared/server-state/mails-key.ts'
import { failedColumns, heldColumns, nameOf } from './mail-columns.tsx'
import { allHeld, type MailActions, useMailActions } from './use-mail-actions.ts'

const filters = ['state'] as const

/** `/dashboard/mails`: mails that the shop gave up on or holds, and the actions on each. */
export const MailsPage = () => {
  const controls = useListState(filters)
  const isHeld = controls.state.filters.state === 'held'
  const title = isHeld ? 'Held mails' : 'Failed mails'
  usePageTitle(title)
  const query = usePage(mailsKey, mailEndpoints.listMails, controls.state)
  const actions = useMailActions()
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {isHeld && <AllHeld total={query.data?.total ?? 0} {...actions} />}
      </div>
      <TabLinks
        label="Mails by state"
        tabs={[
          { text: 'Failed', to: paths.mails, isCurrent: !isHeld },
          { text: 'Held', to: paths.heldMails, isCurrent: isHeld },
        ]}
      />
      <ListView
        query={query}
        noun={title.toLowerCase()}
        controls={controls}
        empty={isHeld ? <NoneHeld /> : <NoneFailed />}
      >
        {(rows) => (
          <ListTable
            label={title}
            columns={isHeld ? heldColumns(actions) : failedColumns(actions)}
            rows={rows}
            idOf={({ mailid }) => mailid}
            nameOf={nameOf}
            controls={controls}
            busy={actions.busy}
          />
        )}
      </ListView>
    </>
  )
}

const AllHeld = ({ total, busy, settleHeld }: MailActions & { total: number }) => {
  const isBusy = busy.has(allHeld)
  if (total === 0) return null
  return (
    <div className="page-actions">
      <Button disabled={isBusy} onClick={() => settleHeld('send', allHeld)}>
        Send all {formatNumber(total)}
      </Button>
      <Button variant="danger" disabled={isBusy} onClick={() => settleHeld('drop', allHeld)}>
        Drop all {formatNumber(total)}
      </Button>
    </div>
  )
}

const NoneFailed = () => (
  <>
    <h2>Every mail went out</h2>
    <p>A mail comes here when it was refused, or could not be delivered for a long time.</p>
  </>
)

const NoneHeld = () => (
  <>
    <h2>No mail is held</h2>
    <p>
      A mail comes here when more orders were placed in a customer&rsquo;s name, or in the whole
      shop, than is usual. Of an order that you archive, nothing is sent.
    </p>
  </>
)
