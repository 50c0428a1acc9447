const numbers = new Intl.NumberFormat('en-US')

/**
 * `1 order`, `2,500 orders`: a count with its noun.
 *
 * @param many the plural, if it is not `one` with an s: `counted(held, 'mail is held', 'mails are
 * held')`
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`
