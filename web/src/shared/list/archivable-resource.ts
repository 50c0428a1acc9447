import type { Permission } from '@strand/contracts/accounts/permission'
import type { ArchivingEndpoints } from '@strand/contracts/archiving-endpoints'
import type { ParkedKind } from '@strand/contracts/shop/parked'
import type { ReactNode } from 'react'
import type { ListEndpoint } from '../api/endpoint-call.ts'
import type { Tab } from './bulk/bulk-archive.tsx'
import type { Column } from './table/list-table.tsx'
import type { ListControls } from './use-list-state.ts'

export type ArchivableResource<Row> = {
  title: string
  singular: string
  plural: string
  kind: ParkedKind
  queryKey: readonly string[]
  lists: { active: ListEndpoint<Row>; archived: ListEndpoint<Row> }
  archiving: ArchivingEndpoints
  filters: readonly string[]
  /** The name of the filter that the search box sets. If undefined, there is no search box. */
  searchBy?: string
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  columns: (controls: ListControls) => Column<Row>[]
  /** Whether a row can be archived. Default: all rows can. */
  archivable?: (row: Row) => boolean
  /**
   * What archiving does, shown to the user, who has to confirm it. Without this text, rows are
   * archived without a question.
   */
  archiveWarning?: string
  mayEdit: Permission
  empty: (tab: Tab) => ReactNode
  /** The form that replaces a row; it calls `onClose` when the user saves or cancels. */
  editor: (row: Row, onClose: () => void) => ReactNode
}
