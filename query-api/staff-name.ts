/** The full name of a row of `read.staff`, in SQL. */
export const staffName = (staff: string): string =>
  `trim(${staff}.first_name || ' ' || ${staff}.last_name)`
