import type { BulkAnswer } from '@strand/contracts/answer'
import type { Permission } from '@strand/contracts/permission'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { Button } from '../button.tsx'
import type { MenuEntry } from '../menu-button.tsx'
import { usePageTitle } from '../page.tsx'
import { useMay } from '../permissions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkOutcomeDialog } from './bulk-outcome-dialog.tsx'
import { type Column, ListTable } from './list-table.tsx'
import { ListView } from './list-view.tsx'
import { ParkedNotice } from './parked-notice.tsx'
import { SearchBox } from './search-box.tsx'
import { TabLinks } from './tab-links.tsx'
import { useArchiving } from './use-archiving.ts'
import { type ListControls, useListState } from './use-list-state.ts'
import { usePage } from './use-page.ts'
import { useSelection } from './use-selection.ts'

export type ArchivableKind<Schema extends z.ZodType> = {
  title: string
  /** `product` and `products`, as shown to the user. */
  one: string
  many: string
  /** Part of the calls' paths: `delete-product`. */
  thing: string
  row: Schema
  queryKey: readonly string[]
  lists: { active: string; archived: string }
  /** Filters that the URL may name. */
  filters: readonly string[]
  /** The filter that the search box sets; without it there is no search box. */
  searchBy?: string
  idOf: (row: z.infer<Schema>) => string
  nameOf: (row: z.infer<Schema>) => string
  columns: (controls: ListControls) => Column<z.infer<Schema>>[]
  /** The permissions for archiving and restoring, and for editing. */
  mayArchive: Permission
  mayEdit: Permission
  empty: (tab: 'active' | 'archived') => ReactNode
  /** The form that replaces a row; it calls `onClose` when it is saved or cancelled. */
  editor: (row: z.infer<Schema>, onClose: () => void) => ReactNode
}

/**
 * The one screen for everything that is active or archived: tabs, search, sorting, editing a row in
 * place, archiving and restoring one or many rows.
 */
export const ArchivableList = <Schema extends z.ZodType>({
  kind,
  actions,
  moreEntries,
}: {
  kind: ArchivableKind<Schema>
  /** To the right of the title: what adds a new row. */
  actions?: ReactNode
  /** More entries in a row's menu: before Archive, after Restore. */
  moreEntries?: (row: z.infer<Schema>, tab: 'active' | 'archived') => MenuEntry[]
}) => {
  type Row = z.infer<Schema>
  usePageTitle(kind.title)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'archived' ? 'archived' : 'active'
  const controls = useListState(kind.filters)
  const query = usePage(kind.queryKey, kind.row, kind.lists[tab], controls.state)
  const selection = useSelection(tab)
  const { one, many, busy } = useArchiving(kind.thing, kind.queryKey)
  const [edited, setEdited] = useState<string | null>(null)
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const mayArchive = useMay(kind.mayArchive)
  const mayEdit = useMay(kind.mayEdit)
  const archiving = tab === 'active' ? 'archive' : 'restore'

  const menu = (row: Row): MenuEntry[] => {
    const id = kind.idOf(row)
    const entries: MenuEntry[] = []
    if (tab === 'active' && mayEdit) entries.push({ text: 'Edit', onSelect: () => setEdited(id) })
    if (tab === 'active') entries.push(...(moreEntries?.(row, tab) ?? []))
    if (mayArchive)
      entries.push({
        text: tab === 'active' ? 'Archive' : 'Restore',
        danger: tab === 'active',
        onSelect: () => void one(archiving, id),
      })
    if (tab === 'archived') entries.push(...(moreEntries?.(row, tab) ?? []))
    return entries
  }
  const filtered = Object.values(controls.state.filters).some((value) => value !== '')
  const cleared = { filters: Object.fromEntries(kind.filters.map((name) => [name, ''])) }
  const bulkBar = mayArchive && (
    <BulkBar
      selection={selection}
      text={tab === 'active' ? 'Archive' : 'Restore'}
      onAct={() =>
        void many(archiving, [...selection.ids], (notDone) => {
          selection.set(notDone.map(({ id }) => id))
          setFailed(notDone)
        })
      }
    />
  )

  return (
    <>
      <div className="page-head">
        <h1>{kind.title}</h1>
        <div className="page-actions">
          {!kind.searchBy && bulkBar}
          {actions}
        </div>
      </div>
      <TabLinks
        label={kind.title}
        tabs={[
          { text: 'Active', to: '?', isCurrent: tab === 'active' },
          { text: 'Archived', to: '?tab=archived', isCurrent: tab === 'archived' },
        ]}
      />
      <ParkedNotice thing={kind.thing} one={kind.one} many={kind.many} />
      <div className="list-tools">
        {kind.searchBy && (
          <>
            <SearchBox
              label={`Search ${kind.many}`}
              placeholder="Search by name"
              value={controls.state.filters[kind.searchBy] ?? ''}
              onSearch={(text) =>
                controls.change({ filters: { [kind.searchBy ?? '']: text } }, { replace: true })
              }
            />
            {bulkBar}
          </>
        )}
      </div>
      <ListView
        query={query}
        noun={kind.many}
        controls={controls}
        empty={
          filtered ? (
            <>
              {kind.empty(tab)}
              <Button onClick={() => controls.change(cleared)}>Clear the search</Button>
            </>
          ) : (
            kind.empty(tab)
          )
        }
      >
        {(rows) => (
          <ListTable
            label={`${tab === 'active' ? 'Active' : 'Archived'} ${kind.many}`}
            columns={kind.columns(controls)}
            rows={rows}
            idOf={kind.idOf}
            nameOf={kind.nameOf}
            controls={controls}
            selection={mayArchive ? selection : undefined}
            {...(mayArchive || mayEdit ? { menu } : {})}
            editing={{ id: edited, render: (row) => kind.editor(row, () => setEdited(null)) }}
            busy={busy}
          />
        )}
      </ListView>
      {failed.length > 0 && <BulkOutcomeDialog failed={failed} onClose={() => setFailed([])} />}
    </>
  )
}
