import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../shared/buttons/button.tsx'
import { Loading } from '../shared/feedback/loading.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { TabLinks } from '../shared/navigation/tab-links.tsx'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { useMoneyCounts } from '../shared/server-state/money-counts.ts'
import { usePermission } from '../shared/session/use-permission.ts'
import { Freshness } from './freshness.tsx'
import { LineList } from './lines/line-list.tsx'
import { OpenLine } from './open-line.tsx'
import './money.css'
import {
  lineTabs,
  type MoneyTab,
  moneyTabOf,
  owedTab,
  statementsTab,
  tabAddress,
  takenBackTab,
} from './tabs.ts'

const ImportView = lazy(async () => ({
  default: (await import('./import/import-view.tsx')).ImportView,
}))
const TakenBackList = lazy(async () => ({
  default: (await import('./taken-back/taken-back.tsx')).TakenBackList,
}))
const OwedList = lazy(async () => ({
  default: (await import('./owed/owed-list.tsx')).OwedList,
}))
const Statements = lazy(async () => ({
  default: (await import('./statements/statements.tsx')).Statements,
}))

/** `/dashboard/money`: what the bank says, and the import of what it says. */
export const MoneyPage = () => {
  const [params] = useSearchParams()
  if (params.get('view') !== 'import') return <Money tab={moneyTabOf(params)} />
  return (
    <Suspense fallback={<Loading />}>
      <ImportView />
    </Suspense>
  )
}

const Money = ({ tab }: { tab: MoneyTab }) => {
  usePageTitle(`Money: ${tab.text.toLowerCase()}`)
  const counts = useMoneyCounts().data
  const mayImport = usePermission('money.manage')
  const tabs = [...lineTabs, takenBackTab, owedTab, statementsTab]
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Money</h1>
        {mayImport && (
          <div className="page-actions">
            <ButtonLink variant="primary" to={paths.importStatement}>
              Import a statement
            </ButtonLink>
          </div>
        )}
      </div>
      <TabLinks
        label="Bank transactions by status"
        tabs={tabs.map(({ status, text }) => ({
          text,
          to: tabAddress(status),
          isCurrent: status === tab.status,
          count: counts?.[status],
        }))}
      />
      {'noun' in tab ? (
        <>
          <Freshness />
          {/* With a key, so that no tab shows the rows of another while it loads. */}
          <LineList key={tab.status} tab={tab} hasStatements={counts?.statements !== 0} />
        </>
      ) : (
        <Suspense fallback={<Loading />}>
          {tab === takenBackTab && <TakenBackList />}
          {tab === owedTab && <OwedList />}
          {tab === statementsTab && <Statements />}
        </Suspense>
      )}
      <OpenLine />
    </>
  )
}
