import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import type { UserLog } from '@strand/contracts/accounts/user'
import { Link } from 'react-router-dom'
import { Button } from '../../shared/buttons/button.tsx'
import { SpanField } from '../../shared/fields/days/day-field.tsx'
import { Time } from '../../shared/format/dates.tsx'
import { isFiltered, withoutFilters } from '../../shared/list/list-state.ts'
import { ListView } from '../../shared/list/list-view.tsx'
import { ColumnFilter } from '../../shared/list/search/column-filter.tsx'
import { Highlight } from '../../shared/list/search/highlight.tsx'
import { type Column, ListTable } from '../../shared/list/table/list-table.tsx'
import { TwoLines } from '../../shared/list/table/two-lines.tsx'
import { type ListControls, useListState } from '../../shared/list/use-list-state.ts'
import { usePage } from '../../shared/list/use-page.ts'
import { useViews } from '../../shared/list/views/use-views.ts'
import { ViewTabs } from '../../shared/list/views/view-tabs.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { WholeValues } from '../../shared/order/whole-values.tsx'
import { logParts } from './log-parts.ts'

const filters = ['fullname', 'process', 'dateFrom', 'dateTo'] as const
const logsKey = ['user-logs']
const list = 'users-logs'

/** `/dashboard/user-logs`: what staff did, newest first. */
export const UserLogsPage = () => {
  usePageTitle('User logs')
  const controls = useListState(filters)
  const query = usePage(logsKey, userEndpoints.listActivity, controls.state)
  const { dateFrom = '', dateTo = '' } = controls.state.filters
  const isCut = isFiltered(controls.state)
  const clear = () => controls.change(withoutFilters(controls.state))
  return (
    <>
      <div className="page-head">
        <h1>User logs</h1>
      </div>
      <ViewTabs
        shown={{ list, noun: 'entries of the user log', state: controls.state, tabOf: () => null }}
        views={useViews([list])}
      />
      <div className="list-tools">
        <SpanField
          span={{ from: dateFrom, to: dateTo }}
          onChange={({ from, to }) => controls.change({ filters: { dateFrom: from, dateTo: to } })}
        />
        {isCut && (
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      <ListView
        query={query}
        noun="log entries"
        controls={controls}
        empty={
          isCut ? (
            <>
              <h2>No entry matches</h2>
              <Button onClick={clear}>Show all</Button>
            </>
          ) : (
            <>
              <h2>No entries yet</h2>
              <p>Each change is listed here: who made it, when, and to what.</p>
            </>
          )
        }
      >
        {(rows) => (
          <ListTable
            label="User logs"
            columns={columnsOf(controls)}
            rows={rows.map((log, index) => ({ ...log, key: `${log.createdat} ${index}` }))}
            idOf={({ key }) => key}
            nameOf={({ process }) => process}
            controls={controls}
          />
        )}
      </ListView>
    </>
  )
}

const columnsOf = (controls: ListControls): Column<UserLog & { key: string }>[] => {
  const { fullname = '', process = '' } = controls.state.filters
  return [
    {
      header: 'DATE & TIME',
      wide: true,
      cell: ({ createdat }) => <Time at={createdat} />,
    },
    {
      header: 'USERS',
      wide: true,
      filter: <ColumnFilter name="fullname" header="USERS" controls={controls} />,
      cell: (log) => (
        <TwoLines
          first={<Highlight text={log.fullname} search={fullname} />}
          second={log.email && <Link to={paths.userOf(log.email)}>{log.email}</Link>}
        />
      ),
    },
    {
      header: 'ACTIVITY',
      filter: <ColumnFilter name="process" header="ACTIVITY" controls={controls} />,
      headline: true,
      cell: (log) => <Activity log={log} search={process} />,
    },
  ]
}

/** A log entry in words, with links to its orders, transactions and people. */
const Activity = ({ log, search }: { log: UserLog; search: string }) => (
  <span className="log-activity">
    {logParts(log).map(({ text, to }, part) =>
      to ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Link key={part} to={to}>
          <WholeValues text={text} />
        </Link>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Highlight key={part} text={text} search={search} />
      ),
    )}
  </span>
)
