import type { Permission } from '@strand/contracts/accounts/permission'
import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import type { ParkedKind } from '@strand/contracts/shop/parked'
import type { ReactNode } from 'react'
import type { ListEndpoint } from '../api/endpoint-call.ts'
import type { Tab } from './bulk/bulk-archive.tsx'
import type { Column } from './table/list-table.tsx'
import type { ListControls } from './use-list-state.ts'

/** What `ArchivableList` shows. */
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
  /** Whether a row can be archived; by default, all can. */
  archivable?: (row: Row) => boolean
  /** The effect of archiving, shown in a question before it happens. Without it, no question is asked. */
  archiveWarning?: string
  /** The permission for editing. */
  mayEdit: Permission
  empty: (tab: Tab) => ReactNode
  /** The form that replaces a row; it calls `onClose` when it is saved or cancelled. */
  editor: (row: Row, onClose: () => void) => ReactNode
}
