import { View } from '@strand/contracts/views/view'
import type { Sql } from '@strand/platform/postgres/sql'
import type { z } from 'zod'
import type { Cells } from './export-rows.ts'

export const SavedView = View.pick({ list: true, filters: true, sort: true })

export type SavedView = z.infer<typeof SavedView>

/** The cells of a view's export, and its rows in SQL: `from`, `where` and `order by`. */
export type ViewRows = (view: SavedView) => { cells: Cells; rows: Sql }

/** A view as query parameters, which the list's own schema must parse. */
export const parametersOf = ({ filters, sort }: Pick<SavedView, 'filters' | 'sort'>) => ({
  ...filters,
  ...(sort && { sortField: sort.field, sortOrder: sort.order }),
})
