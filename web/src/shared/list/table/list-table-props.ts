import type { ReactNode } from 'react'
import type { MenuEntry } from '../../buttons/menu-button.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import type { ListControls } from '../use-list-state.ts'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  sortField?: string
  numeric?: boolean
  /** Whether a narrow table omits the column; the row's details show it. */
  secondary?: boolean
  /** Whether the column takes a whole line of a card, so that its words are not split. */
  wide?: boolean
  /**
   * Whether the column names the row, and is the head of its card on a phone. Exactly one column is
   * the headline.
   */
  headline?: boolean
  filter?: ReactNode
}

export type ListTableProps<Row> = {
  /** The table's contents, for users who cannot see it. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => string
  /** The row in words: `order 7K3Q-ZM9X-WD4T`. */
  nameOf: (row: Row) => string
  controls: ListControls
  selection?: Selection | undefined
  /** Whether a row can be selected. Default: all rows can. */
  selectable?: ((row: Row) => boolean) | undefined
  expansion?: {
    open: ReadonlySet<string>
    toggle: (id: string) => void
    render: (row: Row) => ReactNode
  }
  menu?: (row: Row) => MenuEntry[]
  /** The form that replaces a row while it is edited. */
  editing?: { id: string | null; render: (row: Row) => ReactNode }
  busy?: ReadonlySet<string>
  /** Whether each row has one line, if the table is wide enough. */
  compact?: boolean
  /** Whether a row has left the list since it loaded. Such rows keep their place, greyed out. */
  isGone?: (row: Row) => boolean
}
