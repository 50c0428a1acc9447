import { classNames } from '../../style/class-names.ts'

/** The CSS classes for a column's cells, in the table's head and in its rows. */
export const cellClass = ({
  numeric = false,
  secondary = false,
  wide = false,
}: {
  numeric?: boolean | undefined
  secondary?: boolean | undefined
  wide?: boolean | undefined
}): string | undefined =>
  classNames(
    numeric && 'list-cell-number',
    secondary && 'list-cell-secondary',
    wide && 'list-cell-wide',
  ) || undefined
