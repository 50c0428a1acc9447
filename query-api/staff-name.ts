/** An SQL expression for the full name in a row of `read.staff`. */
export const staffName = (staff: string): string =>
  `trim(${staff}.first_name || ' ' || ${staff}.last_name)`
