import { classNames } from '../class-names.ts'

/** How a column's cells look, in the head and in every row. */
export const cellClass = (numeric = false, secondary = false): string | undefined =>
  classNames(numeric && 'list-cell-number', secondary && 'list-cell-secondary') || undefined
