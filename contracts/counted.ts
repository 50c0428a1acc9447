const numbers = new Intl.NumberFormat('en-US')

/**
 * A count with its noun: `1 order`, `2,500 orders`.
 *
 * @param many the plural, if it is not `one` with an s: `counted(held, 'email is held', 'emails are
 *   held')`
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`
