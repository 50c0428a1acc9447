import type { ReactNode } from 'react'
import type { MenuEntry } from '../../buttons/menu-button.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import type { ListControls } from '../use-list-state.ts'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  sortField?: string
  numeric?: boolean
  /** Whether a narrow table omits the column. The row's details show it. */
  secondary?: boolean
  /** Whether the column takes up a whole line of a card, because its text is long. */
  wide?: boolean
  /**
   * Whether the column names the row, and is at the top of its card on a phone. A table has exactly
   * one such column.
   */
  headline?: boolean
  filter?: ReactNode
}

export type ListTableProps<Row> = {
  /** What the table contains, for users who cannot see it. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => string
  /** The row's name in a sentence: `order 7K3Q-ZM9X-WD4T`. */
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
  /** Whether each row is a single line, if the table is wide enough. */
  compact?: boolean
  /** Whether a row has left the list since it loaded. Such rows keep their place, greyed out. */
  isGone?: (row: Row) => boolean
}
