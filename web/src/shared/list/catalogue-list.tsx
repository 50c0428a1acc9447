import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import { useState } from 'react'
import type { z } from 'zod'
import type { ListEndpoint } from '../api/endpoint-call.ts'
import { Button, ButtonLink } from '../buttons/button.tsx'
import type { MenuEntry } from '../buttons/menu-button.tsx'
import { usePermission } from '../session/use-permission.ts'
import { ArchivableList } from './archivable-list.tsx'
import type { ArchivableResource } from './archivable-resource.ts'
import { AddDialog, type FormEndpoints, RowEditor, type RowForm } from './row-form.tsx'

type Add = { button: string; to: string } | { button: string; title: string }

/** Defines the screen for a list of the catalogue, and the form that adds and changes its rows. */
type CatalogueResource<Row, Schema extends z.ZodType<object>, Field extends string> = Omit<
  ArchivableResource<Row>,
  'columns' | 'filters' | 'lists' | 'archiving' | 'mayEdit' | 'empty' | 'editor'
> & {
  columns: ReturnType<ArchivableResource<Row>['columns']>
  endpoints: ArchivingEndpoints &
    FormEndpoints & { list: ListEndpoint<Row>; listArchived: ListEndpoint<Row> }
  searchBy: string
  empty: Record<'active' | 'archived', { title: string; text: string }>
  form: RowForm<Row, Schema, Field>
  /**
   * The button that adds a row. With `to`, it is a link to another screen; otherwise, it opens a
   * dialog.
   */
  add: Add
}

/** Returns the definition unchanged. Its only purpose is to infer the types. */
export const catalogueResource = <Row, Schema extends z.ZodType<object>, Field extends string>(
  resource: CatalogueResource<Row, Schema, Field>,
) => resource

const AddButton = ({ add, onOpen }: { add: Add; onOpen: () => void }) =>
  'to' in add ? (
    <ButtonLink variant="primary" to={add.to}>
      {add.button}
    </ButtonLink>
  ) : (
    <Button variant="primary" onClick={onOpen}>
      {add.button}
    </Button>
  )

export const CatalogueList = <Row, Schema extends z.ZodType<object>, Field extends string>({
  list,
  moreEntries,
}: {
  list: CatalogueResource<Row, Schema, Field>
  /** More entries in an active row's menu, for users who may manage the catalogue. */
  moreEntries?: (row: Row) => MenuEntry[]
}) => {
  const mayManage = usePermission('catalogue.manage')
  const [adding, setAdding] = useState(false)
  const { columns, empty, form, add, endpoints, ...resource } = list
  const { queryKey, kind } = list
  return (
    <>
      <ArchivableList
        resource={{
          ...resource,
          lists: { active: endpoints.list, archived: endpoints.listArchived },
          archiving: endpoints,
          mayEdit: 'catalogue.manage',
          filters: [list.searchBy],
          columns: () => columns,
          empty: (tab) => (
            <>
              <h2>{empty[tab].title}</h2>
              <p>{empty[tab].text}</p>
            </>
          ),
          editor: (row, onClose) => (
            <RowEditor
              form={form}
              queryKey={queryKey}
              endpoints={endpoints}
              kind={kind}
              row={row}
              onClose={onClose}
              id={list.idOf(row)}
              name={list.nameOf(row)}
            />
          ),
        }}
        actions={mayManage && <AddButton add={add} onOpen={() => setAdding(true)} />}
        moreEntries={(row, tab) =>
          mayManage && tab === 'active' ? (moreEntries?.(row) ?? []) : []
        }
      />
      {adding && 'title' in add && (
        <AddDialog
          form={form}
          queryKey={queryKey}
          endpoints={endpoints}
          kind={kind}
          title={add.title}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
