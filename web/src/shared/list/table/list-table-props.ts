import type { ReactNode } from 'react'
import type { MenuEntry } from '../../buttons/menu-button.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import type { ListControls } from '../use-list-state.ts'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  sortField?: string
  numeric?: boolean
  /** Left out of a table that is too narrow for all columns; the row's details show it. */
  secondary?: boolean
  /** Takes a whole line of a card, for text in which words would otherwise be split. */
  wide?: boolean
  /** Names the row, and is the head of its card on a phone. Exactly one column has it. */
  headline?: boolean
  /** The column's own filter, beside its header. */
  filter?: ReactNode
}

export type ListTableProps<Row> = {
  /** What the table contains, for users who cannot see it. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => string
  /** The row in words: `order 7K3Q-ZM9X-WD4T`. */
  nameOf: (row: Row) => string
  controls: ListControls
  selection?: Selection | undefined
  /** Whether a row can be selected; by default, all can. */
  selectable?: ((row: Row) => boolean) | undefined
  /** Details below the row, opened by its arrow. */
  expansion?: {
    open: ReadonlySet<string>
    toggle: (id: string) => void
    render: (row: Row) => ReactNode
  }
  menu?: (row: Row) => MenuEntry[]
  /** Replaces a row while it is edited. */
  editing?: { id: string | null; render: (row: Row) => ReactNode }
  /** Rows that a command is working on. */
  busy?: ReadonlySet<string>
  /** One line per row, if the table is wide enough. */
  compact?: boolean
  /** Whether a row has left the list since it was loaded. Such rows keep their place, greyed out. */
  isGone?: (row: Row) => boolean
}
