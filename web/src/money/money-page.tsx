import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../shared/buttons/button.tsx'
import { DialogOutline } from '../shared/dialogs/dialog-outline.tsx'
import { Outline } from '../shared/feedback/outline.tsx'
import { ScreenOutline } from '../shared/feedback/screen-outline.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { TabLinks } from '../shared/navigation/tab-links.tsx'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { moneyKey, useMoneyCounts } from '../shared/server-state/money-counts.ts'
import { usePermission } from '../shared/session/use-permission.ts'
import { openLineOf, withForm, withoutLine } from './line-address.ts'
import { LineList } from './lines/line-list.tsx'
import {
  lineTabs,
  type MoneyTab,
  moneyTabOf,
  owedTab,
  statementsTab,
  tabAddress,
  takenBackTab,
} from './tabs.ts'
import './money.css'

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

/** `/dashboard/money`: the bank lines, and the import of statements. */
export const MoneyPage = () => {
  const [params] = useSearchParams()
  if (params.get('view') !== 'import') return <Money tab={moneyTabOf(params)} />
  return (
    <Suspense fallback={<ScreenOutline />}>
      <ImportView />
    </Suspense>
  )
}

const Money = ({ tab }: { tab: MoneyTab }) => {
  usePageTitle(`Money: ${tab.text.toLowerCase()}`)
  const counts = useMoneyCounts().data
  const client = useQueryClient()
  // Reloads the list and all counts whenever the tab changes, so that they do not contradict each
  // other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reloads when the tab changes
  useEffect(() => {
    void client.invalidateQueries({ queryKey: moneyKey }, { cancelRefetch: false })
  }, [client, tab])
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
        isDense
        tabs={tabs.map(({ status, text }) => ({
          text,
          to: tabAddress(status),
          isCurrent: status === tab.status,
          count: counts?.[status] ?? null,
        }))}
      />
      {'noun' in tab ? (
        // The key prevents a tab from showing another tab's rows while its own rows load.
        <LineList key={tab.status} tab={tab} hasStatements={counts?.statements !== 0} />
      ) : (
        <Suspense fallback={<Outline what={tab.text.toLowerCase()} />}>
          {tab === takenBackTab && <TakenBackList />}
          {tab === owedTab && <OwedList />}
          {tab === statementsTab && <Statements />}
        </Suspense>
      )}
      <OpenLine />
    </>
  )
}

const LineDialog = lazy(async () => ({
  default: (await import('./line/line-dialog.tsx')).LineDialog,
}))

const OpenLine = () => {
  const [params, setParams] = useSearchParams()
  const { lineId, on, form } = openLineOf(params)
  if (lineId === null) return null
  const close = () => {
    setParams(withoutLine, { replace: true })
    setTimeout(focusListAgain, 50)
  }
  return (
    <Suspense fallback={<DialogOutline what="line" />}>
      <LineDialog
        key={lineId}
        lineId={lineId}
        on={on ?? ''}
        form={form}
        onForm={(chosen) => setParams((now) => withForm(now, chosen), { replace: true })}
        onClose={close}
      />
    </Suspense>
  )
}

/**
 * If the row that opened a bank line is no longer in the list, moves the focus to the list's first
 * row.
 */
const focusListAgain = () => {
  if (document.activeElement !== document.body) return
  const target = document.querySelector<HTMLElement>('main .list-row a, main h1')
  target?.focus({ preventScroll: true })
}
