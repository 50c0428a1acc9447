import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { MenuEntry } from '../buttons/menu-button.tsx'
import { NoticeBox } from '../feedback/notice-box.tsx'
import { usePageTitle } from '../navigation/use-page-title.ts'
import { usePermission } from '../session/use-permission.ts'
import { ListHeading } from './archivable-heading.tsx'
import type { ArchivableResource } from './archivable-resource.ts'
import { useArchiveQuestion } from './bulk/archive-question.tsx'
import { actionOf, BulkArchive, type Tab } from './bulk/bulk-archive.tsx'
import { useBulkOutcome } from './bulk/use-bulk-outcome.tsx'
import { useForgetGone } from './bulk/use-forget-gone.ts'
import { archiveActions, useRowActions } from './bulk/use-row-actions.ts'
import { useSelection } from './bulk/use-selection.ts'
import { ClearableEmpty } from './clearable-empty.tsx'
import type { ListState } from './list-state.ts'
import { ListView } from './list-view.tsx'
import { ListTable } from './table/list-table.tsx'
import { useEditedRow } from './use-edited-row.ts'
import { useListState } from './use-list-state.ts'
import { idsAmong, usePage } from './use-page.ts'

type ArchivableListProps<Row> = {
  resource: ArchivableResource<Row>
  /** Content beside the title, for example the button that adds a row. */
  actions?: ReactNode
  views?: (tab: Tab, state: ListState) => ReactNode
  /** More entries for a row's menu. They come before Archive, or after Restore. */
  moreEntries?: (row: Row, tab: Tab) => MenuEntry[]
}

/**
 * The screen for a list whose rows can be archived: tabs for active and archived rows, search,
 * sorting, editing a row in place, and archiving and restoring one or many rows.
 */
export const ArchivableList = <Row,>(props: ArchivableListProps<Row>) => {
  const { resource } = props
  usePageTitle(resource.title)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'archived' ? 'archived' : 'active'
  const controls = useListState(resource.filters)
  const query = usePage(resource.queryKey, resource.lists[tab], controls.state)
  const { archiving, queryKey, idOf } = resource
  const selection = useSelection(tab)
  useForgetGone(selection, {
    queryKey,
    shown: query.data?.data.map(idOf),
    stillThere: idsAmong(resource.lists[tab], idOf),
  })
  const outcome = useBulkOutcome(resource, query.data?.data)
  const { act, actOnAll, busy } = useRowActions(archiveActions(archiving), { queryKey }, outcome)
  const edited = useEditedRow(resource, query, controls.state, tab)
  const mayArchive = usePermission(archiving.archive.access.permission)
  const mayEdit = usePermission(resource.mayEdit)
  const { ask, question } = useArchiveQuestion(tab === 'active' && resource.archiveWarning)
  const bulkArchive = mayArchive && (
    <BulkArchive
      singular={resource.singular}
      selectable={(query.data?.data ?? []).filter(resource.archivable ?? (() => true)).map(idOf)}
      selection={selection}
      tab={tab}
      actOnAll={actOnAll}
      ask={ask}
    />
  )
  const menu = menuOf(props, tab, {
    edit: mayEdit && edited.edit,
    act:
      mayArchive &&
      ((row) =>
        ask(
          `Archive ${resource.nameOf(row)}?`,
          () => void act(actionOf[tab].name, resource.idOf(row)),
        )),
  })
  return (
    <>
      <ListHeading
        resource={resource}
        tab={tab}
        controls={controls}
        bulkArchive={bulkArchive}
        actions={props.actions}
        views={props.views?.(tab, controls.state)}
      />
      <ListView
        query={edited.query}
        noun={resource.plural}
        controls={controls}
        empty={<ClearableEmpty controls={controls}>{resource.empty(tab)}</ClearableEmpty>}
      >
        {(rows) => (
          <ListTable
            rows={rows}
            idOf={idOf}
            nameOf={resource.nameOf}
            controls={controls}
            busy={busy}
            label={`${tab === 'active' ? 'Active' : 'Archived'} ${resource.plural}`}
            columns={resource.columns(controls)}
            selection={mayArchive ? selection : undefined}
            selectable={resource.archivable}
            {...(mayArchive || mayEdit ? { menu } : {})}
            editing={{
              id: edited.id,
              render: (row) => (
                <>
                  {edited.isArchived && (
                    <ArchivedMeanwhile
                      singular={resource.singular}
                      restore={mayArchive && (() => act('restore', idOf(row)))}
                    />
                  )}
                  {resource.editor(row, edited.close)}
                </>
              ),
            }}
          />
        )}
      </ListView>
      {question}
      {outcome.dialog}
    </>
  )
}

/**
 * Shown above a row's form if a colleague has archived the row. The typed text stays, and can be
 * saved once the row is restored.
 */
const ArchivedMeanwhile = ({
  singular,
  restore,
}: {
  singular: string
  /**
   * Restores the row, and resolves to whether that succeeded. `false` instead of a function if the
   * user may not restore rows.
   */
  restore: false | (() => Promise<boolean>)
}) => {
  const notice = useRef<HTMLDivElement>(null)
  const onClick = async () => {
    if (!restore) return
    const row = notice.current?.parentElement
    // The focused button disappears with the notice.
    if (await restore()) row?.querySelector<HTMLElement>('input, select')?.focus()
  }
  return (
    <div ref={notice}>
      <NoticeBox
        kind="info"
        title={`This ${singular} was archived in the meantime`}
        text={
          restore
            ? `What you wrote stays here. Restore the ${singular} to save it.`
            : 'What you wrote stays here until you close this form.'
        }
        {...(restore && { action: { text: 'Restore', onClick: () => void onClick() } })}
      />
    </div>
  )
}

const menuOf =
  <Row,>(
    { resource, moreEntries }: ArchivableListProps<Row>,
    tab: Tab,
    may: { edit: false | ((id: string) => void); act: false | ((row: Row) => void) },
  ) =>
  (row: Row): MenuEntry[] => {
    const { edit, act } = may
    const id = resource.idOf(row)
    const more = moreEntries?.(row, tab) ?? []
    const archive =
      act && (resource.archivable?.(row) ?? true)
        ? [{ text: actionOf[tab].text, danger: tab === 'active', onSelect: () => act(row) }]
        : []
    if (tab === 'archived') return [...archive, ...more]
    return [...(edit ? [{ text: 'Edit', onSelect: () => edit(id) }] : []), ...more, ...archive]
  }
