import { classNames } from '../../style/class-names.ts'

/** The classes of a column's cells, for the head and the rows. */
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
