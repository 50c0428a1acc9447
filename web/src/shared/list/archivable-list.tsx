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
import { actionOf, BulkArchive, type Tab } from './bulk/bulk-archive.tsx'
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
  empty: (tab: Tab) => ReactNode
  /** The form that replaces a row; it calls `onClose` when it is saved or cancelled. */
  editor: (row: Row, onClose: () => void) => ReactNode
}

type ArchivableListProps<Row> = {
  resource: ArchivableResource<Row>
  /** To the right of the title: what adds a new row. */
  actions?: ReactNode
  /** More entries in a row's menu: before Archive, after Restore. */
  moreEntries?: (row: Row, tab: Tab) => MenuEntry[]
}

/**
 * The one screen for everything that is active or archived: tabs, search, sorting, editing a row in
 * place, archiving and restoring one or many rows.
 */
export const ArchivableList = <Row,>(props: ArchivableListProps<Row>) => {
  const { resource } = props
  usePageTitle(resource.title)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'archived' ? 'archived' : 'active'
  const controls = useListState(resource.filters)
  const query = usePage(resource.queryKey, resource.lists[tab], controls.state)
  const selection = useSelection(tab)
  const { archiving, queryKey } = resource
  const { act, actOnAll, busy } = useRowActions(archiveActions(archiving), { queryKey })
  const [edited, setEdited] = useState<string | null>(null)
  const mayArchive = usePermission(archiving.archive.access.permission)
  const mayEdit = usePermission(resource.mayEdit)
  const bulkArchive = mayArchive && <BulkArchive {...{ selection, tab, actOnAll }} />
  const menu = menuOf(props, tab, {
    edit: mayEdit && setEdited,
    act: mayArchive && ((id) => void act(actionOf[tab].name, id)),
  })
  return (
    <>
      <div className="page-head">
        <h1>{resource.title}</h1>
        <div className="page-actions">
          {!resource.searchBy && bulkArchive}
          {props.actions}
        </div>
      </div>
      <ArchiveTabs label={resource.title} tab={tab} />
      <ParkedNotice {...resource} />
      <div className="list-tools">
        {resource.searchBy && (
          <NameSearch plural={resource.plural} filter={resource.searchBy} controls={controls} />
        )}
        {resource.searchBy && bulkArchive}
      </div>
      <ListView
        query={query}
        noun={resource.plural}
        controls={controls}
        empty={<EmptyList resource={resource} tab={tab} controls={controls} />}
      >
        {(rows) => (
          <ListTable
            rows={rows}
            idOf={resource.idOf}
            nameOf={resource.nameOf}
            controls={controls}
            busy={busy}
            label={`${tab === 'active' ? 'Active' : 'Archived'} ${resource.plural}`}
            columns={resource.columns(controls)}
            selection={mayArchive ? selection : undefined}
            {...(mayArchive || mayEdit ? { menu } : {})}
            editing={{ id: edited, render: (row) => resource.editor(row, () => setEdited(null)) }}
          />
        )}
      </ListView>
    </>
  )
}

const ArchiveTabs = ({ label, tab }: { label: string; tab: Tab }) => (
  <TabLinks
    label={label}
    tabs={[
      { text: 'Active', to: '?', isCurrent: tab === 'active' },
      { text: 'Archived', to: '?tab=archived', isCurrent: tab === 'archived' },
    ]}
  />
)

type Act = false | ((id: string) => void)

const menuOf =
  <Row,>(
    { resource, moreEntries }: ArchivableListProps<Row>,
    tab: Tab,
    may: { edit: Act; act: Act },
  ) =>
  (row: Row): MenuEntry[] => {
    const { edit, act } = may
    const id = resource.idOf(row)
    const more = moreEntries?.(row, tab) ?? []
    const archive = act
      ? [{ text: actionOf[tab].text, danger: tab === 'active', onSelect: () => act(id) }]
      : []
    if (tab === 'archived') return [...archive, ...more]
    return [...(edit ? [{ text: 'Edit', onSelect: () => edit(id) }] : []), ...more, ...archive]
  }

const NameSearch = (props: { plural: string; filter: string; controls: ListControls }) => {
  const { filter, controls } = props
  return (
    <SearchBox
      label={`Search ${props.plural}`}
      placeholder="Search by name"
      value={controls.state.filters[filter] ?? ''}
      onSearch={(text) => controls.change({ filters: { [filter]: text } }, { replace: true })}
    />
  )
}

const EmptyList = <Row,>(props: {
  resource: ArchivableResource<Row>
  tab: Tab
  controls: ListControls
}) => {
  const { resource, tab, controls } = props
  const isFiltered = Object.values(controls.state.filters).some((value) => value !== '')
  const cleared = { filters: Object.fromEntries(resource.filters.map((name) => [name, ''])) }
  return (
    <>
      {resource.empty(tab)}
      {isFiltered && <Button onClick={() => controls.change(cleared)}>Clear the search</Button>}
    </>
  )
}
