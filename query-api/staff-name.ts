export const staffName = (staff: string): string =>
  `trim(${staff}.first_name || ' ' || ${staff}.last_name)`
