import type { BulkAnswer } from '@strand/contracts/answer'
import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import type { ParkedKind } from '@strand/contracts/shop/parked'
import type { Permission } from '@strand/contracts/users/permission'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListEndpoint } from '../api/endpoint-call.ts'
import { Button } from '../buttons/button.tsx'
import type { MenuEntry } from '../buttons/menu-button.tsx'
import { TabLinks } from '../navigation/tab-links.tsx'
import { usePageTitle } from '../navigation/use-page-title.ts'
import { usePermission } from '../session/use-permission.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { BulkOutcomeDialog } from './bulk/bulk-outcome-dialog.tsx'
import { archiveActions, useRowActions } from './bulk/use-row-actions.ts'
import { useSelection } from './bulk/use-selection.ts'
import { ListView } from './list-view.tsx'
import { ParkedNotice } from './parked-notice.tsx'
import { SearchBox } from './search/search-box.tsx'
import { type Column, ListTable } from './table/list-table.tsx'
import { type ListControls, useListState } from './use-list-state.ts'
import { usePage } from './use-page.ts'

export type ArchivableResource<Row> = {
  title: string
  /** `product` and `products`, as shown to the user. */
  singular: string
  plural: string
  kind: ParkedKind
  queryKey: readonly string[]
  lists: { active: ListEndpoint<Row>; archived: ListEndpoint<Row> }
  archiving: ArchivingEndpoints
  /** Filters that the URL may name. */
  filters: readonly string[]
  /** The filter that the search box sets; without it there is no search box. */
  searchBy?: string
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  columns: (controls: ListControls) => Column<Row>[]
  /** The permission for editing. */
  mayEdit: Permission
  empty: (tab: 'active' | 'archived') => ReactNode
  /** The form that replaces a row; it calls `onClose` when it is saved or cancelled. */
  editor: (row: Row, onClose: () => void) => ReactNode
}

/**
 * The one screen for everything that is active or archived: tabs, search, sorting, editing a row in
 * place, archiving and restoring one or many rows.
 */
export const ArchivableList = <Row,>({
  resource,
  actions,
  moreEntries,
}: {
  resource: ArchivableResource<Row>
  /** To the right of the title: what adds a new row. */
  actions?: ReactNode
  /** More entries in a row's menu: before Archive, after Restore. */
  moreEntries?: (row: Row, tab: 'active' | 'archived') => MenuEntry[]
}) => {
  usePageTitle(resource.title)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'archived' ? 'archived' : 'active'
  const controls = useListState(resource.filters)
  const query = usePage(resource.queryKey, resource.lists[tab], controls.state)
  const selection = useSelection(tab)
  const { act, actOnAll, busy } = useRowActions(archiveActions(resource.archiving), {
    queryKey: resource.queryKey,
  })
  const [edited, setEdited] = useState<string | null>(null)
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const mayArchive = usePermission(resource.archiving.archive.access.permission)
  const mayEdit = usePermission(resource.mayEdit)
  const archiving = tab === 'active' ? 'archive' : 'restore'

  const menu = (row: Row): MenuEntry[] => {
    const id = resource.idOf(row)
    const entries: MenuEntry[] = []
    if (tab === 'active' && mayEdit) entries.push({ text: 'Edit', onSelect: () => setEdited(id) })
    if (tab === 'active') entries.push(...(moreEntries?.(row, tab) ?? []))
    if (mayArchive)
      entries.push({
        text: tab === 'active' ? 'Archive' : 'Restore',
        danger: tab === 'active',
        onSelect: () => void act(archiving, id),
      })
    if (tab === 'archived') entries.push(...(moreEntries?.(row, tab) ?? []))
    return entries
  }
  const filtered = Object.values(controls.state.filters).some((value) => value !== '')
  const cleared = { filters: Object.fromEntries(resource.filters.map((name) => [name, ''])) }
  const bulkBar = mayArchive && (
    <BulkBar
      selection={selection}
      text={tab === 'active' ? 'Archive' : 'Restore'}
      onAct={() =>
        void actOnAll(archiving, [...selection.ids], (notDone) => {
          selection.set(notDone.map(({ id }) => id))
          setFailed(notDone)
        })
      }
    />
  )

  return (
    <>
      <div className="page-head">
        <h1>{resource.title}</h1>
        <div className="page-actions">
          {!resource.searchBy && bulkBar}
          {actions}
        </div>
      </div>
      <TabLinks
        label={resource.title}
        tabs={[
          { text: 'Active', to: '?', isCurrent: tab === 'active' },
          { text: 'Archived', to: '?tab=archived', isCurrent: tab === 'archived' },
        ]}
      />
      <ParkedNotice {...resource} />
      <div className="list-tools">
        {resource.searchBy && (
          <>
            <SearchBox
              label={`Search ${resource.plural}`}
              placeholder="Search by name"
              value={controls.state.filters[resource.searchBy] ?? ''}
              onSearch={(text) =>
                controls.change({ filters: { [resource.searchBy ?? '']: text } }, { replace: true })
              }
            />
            {bulkBar}
          </>
        )}
      </div>
      <ListView
        query={query}
        noun={resource.plural}
        controls={controls}
        empty={
          filtered ? (
            <>
              {resource.empty(tab)}
              <Button onClick={() => controls.change(cleared)}>Clear the search</Button>
            </>
          ) : (
            resource.empty(tab)
          )
        }
      >
        {(rows) => (
          <ListTable
            label={`${tab === 'active' ? 'Active' : 'Archived'} ${resource.plural}`}
            columns={resource.columns(controls)}
            rows={rows}
            idOf={resource.idOf}
            nameOf={resource.nameOf}
            controls={controls}
            selection={mayArchive ? selection : undefined}
            {...(mayArchive || mayEdit ? { menu } : {})}
            editing={{ id: edited, render: (row) => resource.editor(row, () => setEdited(null)) }}
            busy={busy}
          />
        )}
      </ListView>
      {failed.length > 0 && <BulkOutcomeDialog failed={failed} onClose={() => setFailed([])} />}
    </>
  )
}
